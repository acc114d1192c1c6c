'use client';
import { KeyRound, type LucideIcon, PencilLine, Plug, Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { ActionsMenu } from '#components/ui/actions-menu.tsx';
import type { CredentialResource } from '#lib/api/credentials.contract.ts';

export type CredentialAction = 'test' | 'facts' | 'values' | 'connect' | 'remove';
type MenuAction = Exclude<CredentialAction, 'test'>;

const icons: Readonly<Record<MenuAction, LucideIcon>> = { facts: PencilLine, values: KeyRound, connect: Plug, remove: Trash2 };

type CredentialMenuProps = { id: string; credential: CredentialResource; onAction: (action: CredentialAction) => void };

export function CredentialMenu({ id, credential: { name, connection }, onAction }: CredentialMenuProps) {
  const t = useTranslations('credentials');
  const connects = connection?.grant === 'authorization_code';
  const shown: MenuAction[] = [...(connects ? (['connect'] as const) : []), 'values', 'facts', 'remove'];
  const actions = shown.map((action) => ({
    id: action,
    name: t(`actions.${action}`),
    icon: icons[action],
    isDanger: action === 'remove',
  }));
  return <ActionsMenu id={id} label={t('actionsOf', { name })} actions={actions} onAction={onAction} />;
}
