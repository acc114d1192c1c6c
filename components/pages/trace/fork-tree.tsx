'use client';
import { CornerDownRight } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'use-intl';
import type { RunListItem } from '#components/data/listed.ts';
import { type ForkRow, listForks } from '#components/pages/trace/list-forks.ts';
import { useChangeText } from '#components/pages/trace/use-change-text.ts';
import { useForkTree } from '#components/pages/trace/use-fork-tree.ts';
import { shortRunId } from '#components/run-view/fork/short-run-id.ts';
import { Button } from '#components/ui/button.tsx';
import { StatusMark } from '#components/ui/status-mark.tsx';
import { costText } from '#lib/i18n/cost-text.ts';
import { formatDuration } from '#lib/i18n/format-duration.ts';
import type { RunStatus } from '#lib/run/run-status.ts';

const INDENT_PX = 16;
const INDENT_MAX = 8;

type ForkTreeProps = { runId: string; status: RunStatus; nameOf: (nodeId: string) => string };

/** The forks related to a run: status, changes and usage of each. Empty without forks. */
export function ForkTree({ runId, status, nameOf }: ForkTreeProps) {
  const t = useTranslations('fork.tree');
  const { state, reload } = useForkTree(runId, status);
  if (state.status === 'loading') return null;
  if (state.status === 'failed')
    return (
      <p role="alert" className="flex items-center gap-2 border-b border-line-1 px-3 py-1.5 text-failed">
        <span className="min-w-0 grow wrap-anywhere">{t('failed', { message: state.message })}</span>
        <Button onClick={reload}>{t('again')}</Button>
      </p>
    );
  const { tree, summaries } = state;
  if (tree.items.length < 2) return null;
  return (
    <section aria-labelledby="fork-tree" data-part="fork-tree" className="border-b border-line-1 pb-1">
      <h3 id="fork-tree" className="flex h-8 items-center gap-1.5 px-3 font-title">
        {t('title')} <span className="num font-text text-ink-3">{tree.items.length - 1}</span>
      </h3>
      <ul className="max-h-60 overflow-y-auto">
        {listForks(tree.items).map((row) => (
          <TreeRow
            key={row.fork.runId}
            row={row}
            summary={summaries.get(row.fork.runId)}
            isCurrent={row.fork.runId === runId}
            nameOf={nameOf}
          />
        ))}
      </ul>
      {tree.hasMore ? <p className="px-3 pt-1 text-ink-3">{t('more')}</p> : null}
    </section>
  );
}

type TreeRowProps = {
  row: ForkRow;
  summary: RunListItem | undefined;
  isCurrent: boolean;
  nameOf: (nodeId: string) => string;
};

function TreeRow({ row: { fork, depth }, summary, isCurrent, nameOf }: TreeRowProps) {
  const t = useTranslations();
  const changeWords = useChangeText(nameOf);
  const status = summary?.status ?? fork.status;
  const words = fork.forkOf ? changeWords(fork.changes) : t('fork.tree.root');
  return (
    <li
      data-fork={fork.runId}
      aria-current={isCurrent ? 'true' : undefined}
      className="relative flex h-6 items-center gap-1.5 pr-3 hover:bg-hover has-focus-visible:bg-hover aria-current:bg-accent-bg"
      style={{ paddingLeft: 12 + Math.min(depth, INDENT_MAX) * INDENT_PX }}
    >
      {depth > 0 ? <CornerDownRight size={12} aria-hidden="true" className="-ml-3.5 shrink-0 text-ink-3" /> : null}
      <StatusMark state={status} />
      <span className="sr-only">{t(`status.${status}`)}</span>
      <Link
        href={`/runs/${encodeURIComponent(fork.runId)}`}
        prefetch={false}
        title={fork.runId}
        className="shrink-0 rounded-control outline-offset-[-1px] after:absolute after:inset-0"
      >
        <code className="text-meta">{shortRunId(fork.runId)}</code>
      </Link>
      <span className="min-w-0 grow truncate text-ink-2" title={words}>
        {words}
        {fork.forkOf ? <span className="num text-ink-3"> {t('fork.tree.at', { seq: fork.forkOf.seq })}</span> : null}
      </span>
      {isCurrent ? <span className="shrink-0 text-meta text-ink-2">{t('fork.tree.current')}</span> : null}
      <span className="num w-14 shrink-0 text-right text-ink-2">{summary ? tookText(summary) : ''}</span>
      <span className="num w-16 shrink-0 text-right text-ink-2">{costOf(summary, t('costs.noPrice'))}</span>
    </li>
  );
}

function tookText({ startedAt, finishedAt }: RunListItem): string {
  return startedAt === null || finishedAt === null
    ? ''
    : formatDuration(Math.max(Date.parse(finishedAt) - Date.parse(startedAt), 0));
}

function costOf(summary: RunListItem | undefined, noPrice: string): string {
  return summary ? costText({ costUsd: summary.costUsd, tokens: summary.tokensUsed }, noPrice) : '';
}
