'use client';
import { useFormatter, useTranslations } from 'use-intl';
import { EditableBudget } from '#components/budgets/editable-budget.tsx';
import { Button } from '#components/ui/button.tsx';
import { TimeAgo } from '#components/ui/time-ago.tsx';
import { useNow } from '#components/ui/use-now.ts';
import type { SpentBudget } from '#lib/api/budgets.contract.ts';
import type { KeyResource } from '#lib/api/keys.contract.ts';
import type { Budget } from '#lib/ports/budget-book.ts';

type KeyRowProps = {
  apiKey: KeyResource;
  /** What is used of its budget today; undefined when that is not known. */
  spent: SpentBudget | undefined;
  onBudget: (budget: Budget | null) => Promise<void>;
  onRevoke: () => void;
};

const nothingUsed = { costUsd: 0, tokens: 0, raisedCostUsd: null, raisedTokens: null };

/** A key as it may be seen: its beginning and end, its bounds, and when it was used. */
export function KeyRow({ apiKey, spent, onBudget, onRevoke }: KeyRowProps) {
  const t = useTranslations('publish');
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
      {revokedAt ? null : (
        <EditableBudget
          id={`key-budget-${id}`}
          name={name}
          spent={spent ?? { ...nothingUsed, budget: apiKey.budget }}
          onSave={onBudget}
        />
      )}
    </li>
  );
}

function Bounds({ apiKey: { ratePerMinute, expiresAt }, isExpired }: { apiKey: KeyResource; isExpired: boolean }) {
  const t = useTranslations('publish');
  const format = useFormatter();
  const date = expiresAt === null ? '' : format.dateTime(new Date(expiresAt), { dateStyle: 'medium' });
  return (
    <>
      <span>{ratePerMinute === null ? t('noRate') : t('rateOf', { count: ratePerMinute })}</span>
      {expiresAt === null ? null : <span>{isExpired ? t('expired', { date }) : t('expires', { date })}</span>}
    </>
  );
}
