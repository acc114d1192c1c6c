'use client';
import { Popover } from 'radix-ui';
import { type ReactNode, type RefObject, useRef } from 'react';

type AnchoredPopoverProps = {
  /** The button that opened it. It closes it too, and has the focus afterwards. */
  anchor: RefObject<HTMLElement | null>;
  label: string;
  side?: 'right' | 'bottom';
  align: 'start' | 'end';
  sideOffset: number;
  className: string;
  onClose: () => void;
  /** Prevent it to leave the focus where it is. @defaultValue the first control inside gets it */
  onOpenAutoFocus?: (event: Event) => void;
  /** Called instead of giving the focus back to the button; return false to let that happen. */
  onFocusBack?: () => boolean;
  children: ReactNode;
};

/** An open popover at a button. A file of its own, so that pages load the code for placing with the first popover. */
export function AnchoredPopover({ anchor, label, onClose, onFocusBack, children, ...content }: AnchoredPopoverProps) {
  const isLeftByPointer = useRef(false);
  return (
    <Popover.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Popover.Anchor virtualRef={anchor as RefObject<HTMLElement>} />
      <Popover.Portal>
        <Popover.Content
          aria-label={label}
          collisionPadding={8}
          onInteractOutside={(event) => {
            if (event.target instanceof Node && anchor.current?.contains(event.target)) event.preventDefault();
            else isLeftByPointer.current = true;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (!onFocusBack?.() && !isLeftByPointer.current) anchor.current?.focus();
          }}
          {...content}
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
