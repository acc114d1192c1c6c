'use client';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';

type PointerMenuProps = {
  label: string;
  /** Client pixels of the pointer. */
  at: { readonly clientX: number; readonly clientY: number };
  /** What gets the focus back, unless something else has it. */
  focusAfter: Element | null;
  onClose: () => void;
  /** Once the focus is back: what is opened any sooner would lose it to the menu that closes. */
  onClosed: () => void;
  /** Of `DropdownMenu`. */
  children: ReactNode;
};

function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** A menu of what is under the pointer, or has the keyboard. It is open for as long as it is drawn. */
export function PointerMenu({ label, at, focusAfter, onClose, onClosed, children }: PointerMenuProps) {
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={onClose}>
      <DropdownMenu.Trigger asChild>
        <span aria-hidden="true" tabIndex={-1} className="fixed size-0" style={{ left: at.clientX, top: at.clientY }} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          aria-label={label}
          align="start"
          sideOffset={2}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // A task later. What has the focus by then keeps it: without it a second menu would close.
            if (focusAfter instanceof HTMLElement && isFocusLost()) focusAfter.focus();
            onClosed();
          }}
          className="z-20 max-h-(--radix-dropdown-menu-content-available-height) min-w-52 overflow-y-auto rounded-menu bg-raised p-1 shadow-menu"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
