'use client';
import { Ellipsis, KeyRound, type LucideIcon, PencilLine, Plug, Trash2 } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useTranslations } from 'use-intl';
import type { CredentialResource } from '#lib/api/credentials.contract.ts';

export type CredentialAction = 'test' | 'facts' | 'values' | 'connect' | 'remove';
type MenuAction = Exclude<CredentialAction, 'test'>;

const icons: Readonly<Record<MenuAction, LucideIcon>> = { facts: PencilLine, values: KeyRound, connect: Plug, remove: Trash2 };

type CredentialMenuProps = { id: string; credential: CredentialResource; onAction: (action: CredentialAction) => void };

export function CredentialMenu({ id, credential: { name, connection }, onAction }: CredentialMenuProps) {
  const t = useTranslations('credentials');
  const connects = connection?.grant === 'authorization_code';
  const actions: MenuAction[] = [...(connects ? (['connect'] as const) : []), 'values', 'facts', 'remove'];
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        id={id}
        aria-label={t('actionsOf', { name })}
        className="grid size-6 place-items-center rounded-control text-ink-2 hover:bg-hover hover:text-ink-1 data-[state=open]:bg-press"
      >
        <Ellipsis size={14} aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="end" sideOffset={4} className="z-2 min-w-44 rounded-menu bg-raised p-1 shadow-menu">
        {actions.map((action) => {
          const Icon = icons[action];
          return (
            <DropdownMenu.Item
              key={action}
              onSelect={() => onAction(action)}
              className={`flex h-6 items-center gap-2 rounded-control px-2 outline-none data-[highlighted]:bg-accent-bg ${action === 'remove' ? 'text-failed' : ''}`}
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
