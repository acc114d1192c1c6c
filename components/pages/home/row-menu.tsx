'use client';
import { CopyPlus, Ellipsis, FileDown, type LucideIcon, PencilLine, Trash2 } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';

const rowActions = ['rename', 'duplicate', 'export', 'delete'] as const;
export type RowAction = (typeof rowActions)[number];

const icons: Readonly<Record<RowAction, LucideIcon>> = {
  rename: PencilLine,
  duplicate: CopyPlus,
  export: FileDown,
  delete: Trash2,
};

/** What moves the focus somewhere itself. */
const takesFocus: ReadonlySet<RowAction> = new Set(['rename', 'delete']);

type RowMenuProps = { id: string; name: string; onAction: (action: RowAction) => void };

export function RowMenu({ id, name, onAction }: RowMenuProps) {
  const t = useTranslations('home');
  const chosen = useRef<RowAction>(undefined);
  function choose(action: RowAction) {
    chosen.current = action;
    onAction(action);
  }
  function keepFocus(event: Event) {
    if (chosen.current && takesFocus.has(chosen.current)) event.preventDefault();
    chosen.current = undefined;
  }
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        id={id}
        aria-label={t('actionsOf', { name })}
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
        {rowActions.map((action) => {
          const Icon = icons[action];
          return (
            <DropdownMenu.Item
              key={action}
              onSelect={() => choose(action)}
              className={`flex h-6 items-center gap-2 rounded-control px-2 outline-none data-[highlighted]:bg-accent-bg ${action === 'delete' ? 'text-failed' : ''}`}
            >
              <Icon size={14} strokeWidth={1.7} aria-hidden="true" />
              {t(`actions.${action}`)}
            </DropdownMenu.Item>
          );
        })}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
