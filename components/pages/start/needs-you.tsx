'use client';
import { useQuery } from '@tanstack/react-query';
import { Gauge } from 'lucide-react';
import Link from 'next/link';
import { type ReactNode, type RefObject, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { Button, linkButton } from '#components/ui/button.tsx';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import { StatusMark } from '#components/ui/status-mark.tsx';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';
import { useStableCall } from '#components/ui/use-stable-call.ts';
import type { AttentionResource } from '#lib/api/attention.contract.ts';
import { formatElapsed } from '#lib/i18n/format-duration.ts';
import { formatUsd } from '#lib/i18n/format-usd.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';

const LazyReviewHere = lazyPart(async () => (await import('#components/pages/start/review-here.tsx')).ReviewHere);

const POLL_MS = 15_000;
/** Approvals in the strip; the page Approvals has all. */
const SHOWN_APPROVALS = 2;

const linkLook = `${linkButton} max-md:h-8`;
const quietLook = 'inline-flex h-6 items-center rounded-control px-2 text-ink-2 hover:bg-hover hover:text-ink-1 max-md:h-8';

/** A failing endpoint, open approvals and a budget near its end, worst first. Empty if there is none. */
export function NeedsYou({ first, nowMs }: { first: AttentionResource; nowMs: number }) {
  const t = useTranslations('start.needs');
  const isHydrated = useIsHydrated();
  const { data, refetch } = useQuery({
    queryKey: ['attention'],
    queryFn: ({ signal }) => apiClient.getAttention({}, { signal }),
    initialData: first,
    initialDataUpdatedAt: nowMs,
    refetchInterval: POLL_MS,
    enabled: isHydrated,
  });
  const { failing, pendingApprovals, budgets } = data;
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (!hadFocus.current) return;
    hadFocus.current = false;
    (document.getElementById('needs-you') ?? document.getElementById('main'))?.focus();
  });
  const onDecided = useStableCall(() => void refetch());
  const count = failing.length + pendingApprovals + budgets.length;
  if (count === 0) return null;
  const [worst] = failing;
  const [budget] = budgets;
  return (
    <section aria-labelledby="needs-you">
      <div className="flex h-8 items-center gap-2 px-6 pt-1 max-md:px-4">
        <h2 id="needs-you" tabIndex={-1} className="text-name font-title">
          {t('title')}
        </h2>
        <span className="num text-ink-3">{count}</span>
      </div>
      <div
        data-part="needs-you"
        className="mx-6 grid grid-cols-1 divide-line-1 overflow-hidden rounded-control border border-line-1 bg-raised max-lg:divide-y max-md:mx-4 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none lg:divide-x"
      >
        {worst ? <FailingPart failing={worst} others={failing.length - 1} nowMs={nowMs} /> : null}
        {pendingApprovals > 0 ? <ApprovalsPart attention={data} nowMs={nowMs} hadFocus={hadFocus} onDecided={onDecided} /> : null}
        {budget ? <BudgetPart budget={budget} nowMs={nowMs} /> : null}
      </div>
    </section>
  );
}

type PartProps = { state: 'failed' | 'waiting'; mark: ReactNode; title: string; meta: string; children: ReactNode };

function Part({ state, mark, title, meta, children }: PartProps) {
  return (
    <article data-state={state} data-need={state} className="flex min-w-0 flex-col">
      <h3 className="flex h-7 shrink-0 items-center gap-1.5 border-b border-line-1 bg-state-bg px-3.5 text-name font-title text-state">
        <span className="grid shrink-0 place-items-center">{mark}</span>
        <span className="min-w-0 truncate" title={title}>
          {title}
        </span>
        <span className="num ml-auto shrink-0 text-meta font-text text-ink-2">{meta}</span>
      </h3>
      <div className="grid min-w-0 grow grid-cols-1 content-start px-3.5 pb-2">{children}</div>
    </article>
  );
}

type FailingPartProps = { failing: AttentionResource['failing'][number]; others: number; nowMs: number };

function FailingPart({ failing: { workflow, endpoint, failed, of, lastError, at }, others, nowMs }: FailingPartProps) {
  const t = useTranslations('start.needs');
  const format = useFormatter();
  const { code, nodeId, nodeLabel, field, value, text, runId } = lastError;
  const run = encodeURIComponent(runId);
  const id = workflow.id === null ? undefined : encodeURIComponent(workflow.id);
  const node = nodeId === null ? '' : `&node=${encodeURIComponent(nodeId)}`;
  return (
    <Part
      state="failed"
      mark={<StatusMark state="failed" />}
      title={t('failing', { name: visibleText(workflow.name) || `/${endpoint}` })}
      meta={t('failedOf', { failed, of, ago: format.relativeTime(new Date(at), nowMs) })}
    >
      <p className="my-1.5 line-clamp-2 min-h-8 text-ink-2 wrap-anywhere">
        <code className="text-meta text-failed">{code}</code>
        {nodeId === null ? null : (
          <>
            {' '}
            {t('in')}{' '}
            {nodeLabel === undefined ? (
              <code className="rounded-chip bg-accent-bg px-1 text-meta text-accent">{nodeId}</code>
            ) : (
              <span title={nodeId} className="font-strong text-ink-1">
                {visibleText(nodeLabel)}
              </span>
            )}
          </>
        )}
        {': '}
        {field === null ? null : (
          <>
            {t('field')} <code className="text-meta">{field}</code>
            {value === null ? null : (
              <>
                {' = '}
                <code className="text-meta text-failed">{visibleText(value)}</code>
              </>
            )}
            {'; '}
          </>
        )}
        {visibleText(text)}
      </p>
      <p className="flex flex-wrap items-center gap-2">
        <Link href={`/runs/${run}`} prefetch={false} className={linkLook}>
          {t('openFailure')}
        </Link>
        {id === undefined ? null : (
          <>
            <Link href={`/workflows/${id}?run=${run}${node}`} prefetch={false} className={linkLook}>
              {t('repair')}
            </Link>
            <Link href={`/runs?workflow=${id}&status=failed`} prefetch={false} className={quietLook}>
              {t('allFailures')}
            </Link>
          </>
        )}
        {others > 0 ? <span className="text-meta text-ink-3">{t('moreFailing', { count: others })}</span> : null}
      </p>
    </Part>
  );
}

type ApprovalsPartProps = {
  attention: AttentionResource;
  nowMs: number;
  hadFocus: RefObject<boolean>;
  onDecided: () => void;
};

/** The approvals that wait longest. Each is decided in place. */
function ApprovalsPart({ attention, nowMs, hadFocus, onDecided }: ApprovalsPartProps) {
  const t = useTranslations('start.needs');
  const { approvals, pendingApprovals } = attention;
  const [openId, setOpenId] = useState<string>();
  const waitedMs = (since: string) => Math.max(0, nowMs - Date.parse(since));
  const [oldest] = approvals;
  const close = useStableCall(() => {
    setOpenId(undefined);
    onDecided();
  });
  return (
    <Part
      state="waiting"
      mark={<StatusMark state="waiting" />}
      title={t('approvals', { count: pendingApprovals })}
      meta={oldest ? t('oldest', { time: formatElapsed(waitedMs(oldest.since)) }) : ''}
    >
      <ul className="divide-y divide-line-1">
        {approvals.slice(0, SHOWN_APPROVALS).map(({ id, title, since, runId }) => (
          <li key={id}>
            <div className="flex h-8.5 items-center gap-2 max-md:h-11">
              {/* The opened approval has its question itself. */}
              <span className={`min-w-0 grow truncate font-strong ${openId === id ? 'invisible' : ''}`} title={title}>
                {visibleText(title)}
              </span>
              <span className="num shrink-0 text-ink-3">{formatElapsed(waitedMs(since))}</span>
              <Button
                aria-expanded={openId === id}
                aria-label={t('reviewOf', { title })}
                onClick={() => setOpenId(openId === id ? undefined : id)}
                className="max-md:h-8"
              >
                {t(openId === id ? 'close' : 'review')}
              </Button>
            </div>
            {openId === id ? (
              <Suspense>
                <LazyReviewHere actionId={id} runId={runId} hadFocus={hadFocus} onDecided={close} />
              </Suspense>
            ) : null}
          </li>
        ))}
      </ul>
      {pendingApprovals > SHOWN_APPROVALS ? (
        <Link href="/approvals" prefetch={false} className="w-fit text-meta text-accent hover:underline">
          {t('allApprovals', { count: pendingApprovals })}
        </Link>
      ) : null}
    </Part>
  );
}

function BudgetPart({ budget, nowMs }: { budget: AttentionResource['budgets'][number]; nowMs: number }) {
  const t = useTranslations('start.needs');
  const format = useFormatter();
  const { scope, spent, limit, currency, usedUpAt } = budget;
  const percent = limit === 0 ? 100 : Math.round((spent / limit) * 100);
  const amount = (value: number) => (currency === 'USD' ? formatUsd(value) : format.number(Math.round(value)));
  const name = scope.name ?? (scope.kind === 'workspace' ? t('workspace') : t('key'));
  const end = usedUpAt === null ? undefined : new Date(usedUpAt);
  return (
    <Part state="waiting" mark={<Gauge size={13} aria-hidden="true" />} title={t('budget', { name, percent })} meta={t('today')}>
      <div
        role="img"
        aria-label={t('used', { percent })}
        className="mt-2.5 mb-1.5 h-1.5 overflow-hidden rounded-chip bg-sunken shadow-[inset_0_0_0_1px_var(--line-2)]"
      >
        <span
          className="block h-full bg-[repeating-linear-gradient(135deg,var(--waiting-line)_0_2px,var(--waiting)_2px_4px)]"
          style={{ width: `${Math.min(100, percent)}%` }}
        />
      </div>
      <p className="num flex gap-2 pb-2 text-ink-2">
        <span>{t('spentOf', { spent: amount(spent), limit: amount(limit), unit: currency === 'USD' ? '' : t('tokens') })}</span>
        <span className="ml-auto text-ink-3">
          {end === undefined
            ? null
            : end.getTime() <= nowMs
              ? t('isUsedUp')
              : t('usedUpAt', { time: format.dateTime(end, { timeStyle: 'short', hourCycle: 'h23' }) })}
        </span>
      </p>
      <p className="flex gap-2">
        <Link href="/usage" prefetch={false} className={linkLook}>
          {t('seeCosts')}
        </Link>
        <Link href="/settings#usage" prefetch={false} className={quietLook}>
          {t('raise')}
        </Link>
      </p>
    </Part>
  );
}
