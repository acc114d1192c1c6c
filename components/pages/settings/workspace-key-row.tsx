'use client';
import { useFormatter, useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { TimeAgo } from '#components/ui/time-ago.tsx';
import { useNow } from '#components/ui/use-now.ts';
import type { WorkspaceKeyResource } from '#lib/api/workspace-keys.contract.ts';

type WorkspaceKeyRowProps = { readonly apiKey: WorkspaceKeyResource; readonly onRevoke: () => void };

/** A key as it may be seen: its beginning and end, what it may do, and when it was used. */
export function WorkspaceKeyRow({ apiKey, onRevoke }: WorkspaceKeyRowProps) {
  const t = useTranslations('workspaceKeys');
  const format = useFormatter();
  const nowMs = useNow('slow');
  const { id, name, prefix, last4, scopes, ratePerMinute, expiresAt, revokedAt, lastUsedAt } = apiKey;
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= nowMs;
  const date = expiresAt === null ? '' : format.dateTime(new Date(expiresAt), { dateStyle: 'medium' });
  return (
    <li data-key={id} className="flex min-h-9 items-center gap-2 border-b border-line-1 py-1">
      <span className="grid min-w-0 grow">
        <span className={`truncate font-strong ${revokedAt || isExpired ? 'text-ink-3 line-through' : ''}`}>{name}</span>
        <code className="truncate text-meta text-ink-3">
          {prefix}_…{last4}
        </code>
        <span className="flex flex-wrap gap-x-2 text-meta text-ink-3">
          <span>{scopes.map((scope) => t(`scopes.${scope}`)).join(', ')}</span>
          {ratePerMinute === null ? null : <span>{t('rateOf', { count: ratePerMinute })}</span>}
          {expiresAt === null ? null : <span>{isExpired ? t('expired', { date }) : t('expires', { date })}</span>}
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
    </li>
  );
}
