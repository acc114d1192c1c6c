'use client';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { privateHostSetting } from '#components/run-view/allow-host.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { valueText } from '#components/ui/value-view.tsx';
import type { NodeError } from '#lib/run/run-event.ts';

type ErrorCardProps = {
  error: NodeError;
  /** The value of the field at fault, if known. */
  value?: unknown;
  /** What mends it. */
  actions?: ReactNode;
};

const VALUE_LENGTH = 300;

/** An error: where it happened, the value there, and the fix, in this order. */
export function ErrorCard({ error, value, actions }: ErrorCardProps) {
  const t = useTranslations('errorCard');
  const facts = [
    { term: t('node'), value: error.nodeId, isCode: true },
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
      {error.privateHost && actions === undefined ? (
        <Link href={privateHostSetting(error.privateHost)} prefetch={false} className="text-accent underline">
          {t('allowHost', { host: error.privateHost })}
        </Link>
      ) : null}
      {actions ? <div className="mt-1.5 grid justify-items-start gap-1 empty:hidden">{actions}</div> : null}
    </Notice>
  );
}
