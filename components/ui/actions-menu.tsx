'use client';
import { Ellipsis, type LucideIcon } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useRef } from 'react';

export type MenuAction<Id extends string> = {
  readonly id: Id;
  readonly name: string;
  readonly icon: LucideIcon;
  /** Shown as one that cannot be undone. */
  readonly isDanger?: boolean;
  /** Moves the focus somewhere itself, instead of back to the button. */
  readonly takesFocus?: boolean;
};

type ActionsMenuProps<Id extends string> = {
  /** Of the button. */
  readonly id: string;
  readonly label: string;
  readonly actions: readonly MenuAction<Id>[];
  readonly onAction: (id: Id) => void;
};

/** The actions of one row of a list, behind a button with three dots. */
export function ActionsMenu<Id extends string>({ id, label, actions, onAction }: ActionsMenuProps<Id>) {
  const chosen = useRef<MenuAction<Id>>(undefined);
  function choose(action: MenuAction<Id>) {
    chosen.current = action;
    onAction(action.id);
  }
  function keepFocus(event: Event) {
    if (chosen.current?.takesFocus) event.preventDefault();
    chosen.current = undefined;
  }
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        id={id}
        aria-label={label}
        className="grid size-6 place-items-center rounded-control text-ink-2 hover:bg-hover hover:text-ink-1 data-[state=open]:bg-press"
      >
        <Ellipsis size={14} aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="end"
        sideOffset={4}
        onCloseAutoFocus={keepFocus}
        className="z-2 min-w-44 rounded-menu bg-raised p-1 shadow-menu"
      >
        {actions.map((action) => (
          <DropdownMenu.Item
            key={action.id}
            onSelect={() => choose(action)}
            className={`flex h-6 items-center gap-2 rounded-control px-2 outline-none data-[highlighted]:bg-accent-bg ${action.isDanger ? 'text-failed' : ''}`}
          >
            <action.icon size={14} strokeWidth={1.7} aria-hidden="true" />
            {action.name}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
