'use client';
import { Check, KeyRound, Play, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { type ModelAction, ModelMenu } from '#components/pages/models/model-menu.tsx';
import { ModelTestResult } from '#components/pages/models/model-test-result.tsx';
import type { ModelTest } from '#components/pages/models/use-model-tests.ts';
import { Button } from '#components/ui/button.tsx';
import { Tag } from '#components/ui/tag.tsx';
import type { ConfiguredModelResource } from '#lib/api/models.contract.ts';

const cell = 'px-2 py-2 align-top';

export const menuIdOf = (name: string) => `model-menu-${name}`;

type ModelRowProps = {
  model: ConfiguredModelResource;
  test: ModelTest;
  onTest: () => void;
  onAction: (action: ModelAction) => void;
  /** Under it: the form that changes it. */
  children?: ReactNode;
};

/** A model: whose it is, what it can and costs, whether it can be called, and a call to see that it answers. */
export function ModelRow({ model, test, onTest, onAction, children }: ModelRowProps) {
  const t = useTranslations('models');
  const format = useFormatter();
  const { name, provider, modelId, baseUrl, host, isDefault, isDemo, whyNot, contextTokens, maxOutputTokens, origin } = model;
  const hasMore = test.step !== 'none' || children !== undefined;
  return (
    <>
      <tr data-model={name} className={hasMore ? '' : 'border-b border-line-1'}>
        <th scope="row" className={`${cell} pl-4 text-left font-text`}>
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <code className="text-name font-title wrap-anywhere">{name}</code>
            {isDefault ? <Tag>{t('default')}</Tag> : null}
            {isDemo ? <Tag look="waiting">{t('demo')}</Tag> : null}
            {whyNot ? <Tag look="failed">{t(`whyNot.${whyNot}`)}</Tag> : null}
            {origin === 'file' || origin === 'changed' ? <Tag>{t(`origin.${origin}`)}</Tag> : null}
          </span>
          <span className="block text-ink-2 wrap-anywhere">
            {provider} · <code className="text-meta">{modelId}</code>
          </span>
        </th>
        <td className={`${cell} text-ink-2 wrap-anywhere max-md:hidden`}>
          {baseUrl ?? host ?? (isDemo ? t('builtIn') : t('providersOwn'))}
        </td>
        <td className={`${cell} num text-right max-md:hidden`}>
          {format.number(contextTokens)}
          <span className="block text-ink-3">{t('outputAtMost', { count: maxOutputTokens })}</span>
        </td>
        <td className={`${cell} num text-right max-md:hidden`}>
          <Price model={model} />
        </td>
        <td className={`${cell} max-md:hidden`}>
          <Abilities model={model} />
        </td>
        <td className={`${cell} max-md:hidden`}>
          <KeyState state={model.key} />
        </td>
        <td className={`${cell} pr-4`}>
          <span className="flex items-center justify-end gap-1">
            <Button
              aria-label={t('testOf', { name })}
              aria-disabled={test.step === 'testing' || whyNot !== null || undefined}
              onClick={onTest}
            >
              <Play size={12} aria-hidden="true" />
              {t('test')}
            </Button>
            {origin === 'built-in' ? null : <ModelMenu id={menuIdOf(name)} model={model} onAction={onAction} />}
          </span>
        </td>
      </tr>
      {hasMore ? (
        <tr className="border-b border-line-1">
          <td colSpan={7} className="px-4 pb-3">
            {children}
            <div aria-live="polite">
              <ModelTestResult test={test} {...(origin !== 'built-in' && { onEdit: () => onAction('edit') })} />
            </div>
          </td>
        </tr>
      ) : null}
    </>
  );
}

function Price({ model: { price } }: { model: ConfiguredModelResource }) {
  const t = useTranslations('models');
  const format = useFormatter();
  const usd = (value: number) => format.number(value, { style: 'currency', currency: 'USD', maximumFractionDigits: 3 });
  if (!price) return <span className="text-ink-3">{t('noPrice')}</span>;
  return (
    <>
      {usd(price.input)} / {usd(price.output)}
      {price.cachedInput === null ? null : (
        <span className="block text-ink-3">{t('cached', { price: usd(price.cachedInput) })}</span>
      )}
    </>
  );
}

function Abilities({ model: { tools, canSee, canStream } }: { model: ConfiguredModelResource }) {
  const t = useTranslations('models');
  const abilities = [
    { key: 'stream', can: canStream },
    { key: 'see', can: canSee },
  ] as const;
  return (
    <ul className="grid gap-0.5 whitespace-nowrap">
      <li className="flex items-center gap-1">
        <Check size={12} aria-hidden="true" className="text-succeeded" />
        {t(`tools.${tools}`)}
      </li>
      {abilities.map(({ key, can }) => (
        <li key={key} className={`flex items-center gap-1 ${can ? '' : 'text-ink-3'}`}>
          {can ? (
            <Check size={12} aria-hidden="true" className="text-succeeded" />
          ) : (
            <X size={12} aria-hidden="true" className="text-ink-3" />
          )}
          {can ? t(`can.${key}`) : t(`cannot.${key}`)}
        </li>
      ))}
    </ul>
  );
}

function KeyState({ state }: { state: ConfiguredModelResource['key'] }) {
  const t = useTranslations('models');
  return (
    <span className={`inline-flex items-center gap-1 whitespace-nowrap ${state === 'missing' ? 'text-failed' : 'text-ink-2'}`}>
      <KeyRound size={12} aria-hidden="true" />
      {t(`keys.${state}`)}
    </span>
  );
}
