'use client';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { TimeAgo } from '#components/ui/time-ago.tsx';
import { useNow } from '#components/ui/use-now.ts';

/** What every kind of key shows. Times are ISO 8601. */
export type ShownKey = {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly last4: string;
  /** Null for no limit. */
  readonly ratePerMinute: number | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly lastUsedAt: string | null;
};

type KeyRowProps = {
  readonly apiKey: ShownKey;
  /** What it may do, before its bounds. */
  readonly scopes?: string;
  /** Below the row. */
  readonly children?: ReactNode;
  readonly onRevoke: () => void;
};

/** A key as it may be seen: its beginning and end, its bounds, and when it was used. */
export function KeyRow({ apiKey, scopes, children, onRevoke }: KeyRowProps) {
  const t = useTranslations('keys');
  const nowMs = useNow('slow');
  const { id, name, prefix, last4, revokedAt, expiresAt, lastUsedAt } = apiKey;
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= nowMs;
  return (
    <li data-key={id} className="grid gap-1 border-b border-line-1 py-1">
      <div className="flex min-h-9 items-center gap-2">
        <span className="grid min-w-0 grow">
          <span className={`truncate font-strong ${revokedAt || isExpired ? 'text-ink-3 line-through' : ''}`}>{name}</span>
          <code className="truncate text-meta text-ink-3">
            {prefix}_…{last4}
          </code>
          <span className="flex flex-wrap gap-x-2 text-meta text-ink-3">
            {scopes === undefined ? null : <span>{scopes}</span>}
            <Bounds apiKey={apiKey} isExpired={isExpired} />
            {lastUsedAt === null ? (
              <span>{t('neverUsed')}</span>
            ) : (
              <span>
                {t('used')} <TimeAgo at={lastUsedAt} nowMs={nowMs} />
              </span>
            )}
          </span>
        </span>
        {revokedAt ? (
          <span className="shrink-0 text-meta text-ink-3">{t('revoked')}</span>
        ) : (
          <Button aria-label={t('revokeOf', { name })} onClick={onRevoke}>
            {t('revoke')}
          </Button>
        )}
      </div>
      {children}
    </li>
  );
}

function Bounds({ apiKey: { ratePerMinute, expiresAt }, isExpired }: { apiKey: ShownKey; isExpired: boolean }) {
  const t = useTranslations('keys');
  const format = useFormatter();
  const date = expiresAt === null ? '' : format.dateTime(new Date(expiresAt), { dateStyle: 'medium' });
  return (
    <>
      <span>{ratePerMinute === null ? t('noRate') : t('rateOf', { count: ratePerMinute })}</span>
      {expiresAt === null ? null : <span>{isExpired ? t('expired', { date }) : t('expires', { date })}</span>}
    </>
  );
}
