'use client';
import { createContext, type ReactNode, use } from 'react';
import { useTranslations } from 'use-intl';
import { AllowHost } from '#components/data/allow-host.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { valueText } from '#components/ui/value-view.tsx';
import type { NodeError } from '#lib/run/run-event.ts';

type ErrorCardProps = {
  error: NodeError;
  /** The value of the field at fault, if known. */
  value?: unknown;
  /** The name of its node on the canvas. */
  nodeLabel?: string | undefined;
  /** What mends it, besides allowing a refused host. */
  actions?: ReactNode;
};

const VALUE_LENGTH = 300;

const ErrorAbove = createContext<NodeError | undefined>(undefined);

/** Around what follows the card of an error: it is not shown there again. */
export const ErrorAboveProvider = ErrorAbove.Provider;

/** An error: where it happened, the value there, and the fix, in this order. Empty if it is shown above. */
export function ErrorCard({ error, value, nodeLabel, actions }: ErrorCardProps) {
  const t = useTranslations('errorCard');
  if (isSameError(error, use(ErrorAbove))) return null;
  const facts = [
    { term: t('node'), value: nodeLabel, isCode: false },
    { term: nodeLabel === undefined ? t('node') : t('nodeId'), value: error.nodeId, isCode: true },
    { term: t('field'), value: error.path, isCode: true },
    { term: t('value'), value: value === undefined ? undefined : valueText(value).slice(0, VALUE_LENGTH), isCode: true },
    {
      term: t('attempts'),
      value: error.attempts === undefined || error.attempts < 2 ? undefined : String(error.attempts),
      isCode: false,
    },
    { term: t('fix'), value: error.hint, isCode: false },
  ].filter(({ value }) => value !== undefined);
  return (
    <Notice title={error.message} code={error.number === undefined ? error.code : `${error.code} · ${error.number}`}>
      {facts.length > 0 ? (
        <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-1">
          {facts.map(({ term, value, isCode }) => (
            <div key={term} className="contents">
              <dt>{term}</dt>
              <dd className="text-ink-1">{isCode ? <code className="text-meta">{value}</code> : value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      <AllowHost host={error.privateHost} />
      {actions ? <div className="mt-1.5 grid justify-items-start gap-1 empty:hidden">{actions}</div> : null}
    </Notice>
  );
}

/** A model call and its node fail with one error, which names its node once. */
function isSameError(one: NodeError, other: NodeError | undefined): boolean {
  if (one.message !== other?.message || one.code !== other.code) return false;
  return one.nodeId === other.nodeId || one.nodeId === undefined || other.nodeId === undefined;
}
