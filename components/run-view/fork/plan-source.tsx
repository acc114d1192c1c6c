'use client';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { ForkDraft } from '#components/run-view/fork/fork-draft.ts';
import { useForkStore } from '#components/run-view/fork/fork-session.tsx';
import { shortRunId } from '#components/run-view/fork/short-run-id.ts';
import { Segmented } from '#components/ui/segmented.tsx';

type PlanSourceProps = {
  draft: ForkDraft;
  breakpointCount: number;
  /** The current workflow is available. */
  hasNow: boolean;
  children: ReactNode;
};

/** Where a planned run begins, and with which workflow. */
export function PlanSource({ draft, breakpointCount, hasNow, children }: PlanSourceProps) {
  const t = useTranslations('fork');
  const fork = useForkStore();
  const { runId, atSeq } = draft;
  return (
    <dl className="grid gap-1 px-3 py-2">
      {children}
      {runId === undefined ? null : (
        <Fact name={t('source.run')}>
          <span className="num min-w-0 truncate">
            <Link href={`/runs/${encodeURIComponent(runId)}`} prefetch={false} title={runId} className="text-accent underline">
              <code className="text-meta">{shortRunId(runId)}</code>
            </Link>{' '}
            <span className="text-ink-2">{atSeq === undefined ? t('source.all') : t('source.until', { seq: atSeq })}</span>
          </span>
        </Fact>
      )}
      {runId === undefined || !hasNow ? null : (
        <Fact name={t('source.workflow')}>
          <Segmented
            label={t('source.workflow')}
            value={draft.workflow}
            options={[
              { value: 'then', label: t('source.then') },
              { value: 'now', label: t('source.now') },
            ]}
            onChange={(workflow) => fork.getState().change({ workflow })}
          />
        </Fact>
      )}
      {breakpointCount > 0 ? <Fact name={t('source.breakpoints')}>{t('source.pauses', { count: breakpointCount })}</Fact> : null}
    </dl>
  );
}

/** One fact about where a planned run begins. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid min-h-6 grid-cols-[84px_minmax(0,1fr)] items-center gap-2">
      <dt className="text-ink-3">{name}</dt>
      <dd className="flex min-w-0">{children}</dd>
    </div>
  );
}
