'use client';
import { type LucideIcon, PencilLine, Power, PowerOff, Star, Trash2, Undo2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { ActionsMenu } from '#components/ui/actions-menu.tsx';
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
  const actions = actionsFor(model).map((action) => ({
    id: action,
    name: t(`actions.${action}`),
    icon: icons[action],
    isDanger: action === 'remove',
  }));
  return <ActionsMenu id={id} label={t('actionsOf', { name: model.name })} actions={actions} onAction={onAction} />;
}
