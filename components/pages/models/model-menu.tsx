'use client';
import { Ellipsis, type LucideIcon, PencilLine, Power, PowerOff, Star, Trash2, Undo2 } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useTranslations } from 'use-intl';
import type { ConfiguredModelResource } from '#lib/api/models.contract.ts';

export type ModelAction = 'edit' | 'makeDefault' | 'switchOff' | 'switchOn' | 'remove' | 'takeBack';

const icons: Readonly<Record<ModelAction, LucideIcon>> = {
  edit: PencilLine,
  makeDefault: Star,
  switchOff: PowerOff,
  switchOn: Power,
  remove: Trash2,
  takeBack: Undo2,
};

/** The actions of a model. */
function actionsFor({ isDefault, whyNot, origin }: ConfiguredModelResource): ModelAction[] {
  const isOff = whyNot === 'disabled';
  return [
    'edit',
    ...(isDefault || isOff ? [] : (['makeDefault'] as const)),
    ...(isDefault ? [] : [isOff ? ('switchOn' as const) : ('switchOff' as const)]),
    ...(origin === 'studio' ? (['remove'] as const) : []),
    ...(origin === 'changed' ? (['takeBack'] as const) : []),
  ];
}

type ModelMenuProps = { id: string; model: ConfiguredModelResource; onAction: (action: ModelAction) => void };

export function ModelMenu({ id, model, onAction }: ModelMenuProps) {
  const t = useTranslations('models');
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        id={id}
        aria-label={t('actionsOf', { name: model.name })}
        className="grid size-6 place-items-center rounded-control text-ink-2 hover:bg-hover hover:text-ink-1 data-[state=open]:bg-press"
      >
        <Ellipsis size={14} aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="end" sideOffset={4} className="z-2 min-w-44 rounded-menu bg-raised p-1 shadow-menu">
        {actionsFor(model).map((action) => {
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
