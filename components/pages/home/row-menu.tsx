'use client';
import { CopyPlus, FileDown, type LucideIcon, PencilLine, Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { ActionsMenu } from '#components/ui/actions-menu.tsx';

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
  const actions = rowActions.map((action) => ({
    id: action,
    name: t(`actions.${action}`),
    icon: icons[action],
    isDanger: action === 'delete',
    takesFocus: takesFocus.has(action),
  }));
  return <ActionsMenu id={id} label={t('actionsOf', { name })} actions={actions} onAction={onAction} />;
}
