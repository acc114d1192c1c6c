'use client';
import Link from 'next/link';
import { useTranslations } from 'use-intl';
import { DraftProblems } from '#components/pages/home/draft-problems.tsx';
import type { WorkflowRow as Row } from '#components/pages/home/home-data.ts';
import { LastRun } from '#components/pages/home/last-run.tsx';
import { LiveAt } from '#components/pages/home/live-at.tsx';
import { RenameField } from '#components/pages/home/rename-field.tsx';
import { type RowAction, RowMenu } from '#components/pages/home/row-menu.tsx';
import { RunBars } from '#components/pages/home/run-bars.tsx';
import { summariseRuns } from '#components/pages/home/summarise-runs.ts';
import { PictureView } from '#components/pages/templates/picture-view.tsx';
import { TimeAgo } from '#components/ui/time-ago.tsx';
import type { DeploymentResource } from '#lib/api/deployments.contract.ts';
import { costText } from '#lib/i18n/cost-text.ts';
import { formatDuration } from '#lib/i18n/format-duration.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';

type WorkflowRowProps = {
  row: Row;
  deployments: readonly DeploymentResource[];
  nowMs: number;
  isRenaming: boolean;
  /** What could not be done with it. */
  problem: string | undefined;
  onAction: (action: RowAction) => void;
  onRename: (name: string) => void;
  onCancelRename: () => void;
};

/** A saved workflow: what it is, where it is published, how it last ran. */
export function WorkflowRow({ row, deployments, nowMs, isRenaming, problem, ...on }: WorkflowRowProps) {
  const { workflowId, name, savedAt, content, lastRun } = row;
  return (
    <tr data-workflow={workflowId} className="border-b border-line-1 hover:bg-hover">
      <td className="w-22 py-1 pl-4 max-md:hidden">{content ? <PictureView picture={content.picture} /> : null}</td>
      <td className="min-w-0 py-1.5 pr-2 pl-2 max-md:pl-4">
        {isRenaming ? <RenameField name={name} onRename={on.onRename} onCancel={on.onCancelRename} /> : <RowName row={row} />}
        {content ? <DraftProblems workflowId={workflowId} savedAt={savedAt} /> : null}
        {problem ? (
          <p role="alert" className="text-meta text-failed wrap-anywhere">
            {problem}
          </p>
        ) : null}
        <p className="flex gap-2 md:hidden">
          <NodeCount row={row} />
          <TimeAgo at={savedAt} nowMs={nowMs} />
        </p>
      </td>
      <td className="px-2 max-md:hidden">
        <LiveAt deployments={deployments} />
      </td>
      <td className="px-2 max-lg:hidden">
        <RunBars runs={row.recentRuns} />
      </td>
      <td className="px-2">
        <LastRun run={lastRun} nowMs={nowMs} />
      </td>
      <RunNumbers row={row} />
      <td className="num px-2 text-right text-ink-2 max-md:hidden">{content?.nodeCount}</td>
      <td className="px-2 text-right max-md:hidden">
        <TimeAgo at={savedAt} nowMs={nowMs} />
      </td>
      <td className="pr-3 pl-1">
        <RowMenu id={rowMenuId(workflowId)} name={name} onAction={on.onAction} />
      </td>
    </tr>
  );
}

export function rowMenuId(workflowId: string): string {
  return `actions-${workflowId}`;
}

function RowName({ row: { workflowId, name, content } }: { row: Row }) {
  const t = useTranslations('home');
  const about = content ? content.description : t('unreadableRow');
  return (
    <>
      <Link
        href={`/workflows/${encodeURIComponent(workflowId)}`}
        prefetch={false}
        className="block w-fit max-w-full truncate rounded-control text-name font-title hover:underline"
      >
        {visibleText(name)}
      </Link>
      {about ? <p className="truncate text-ink-2">{visibleText(about)}</p> : null}
    </>
  );
}

/** How long the last runs took, and what they used. */
function RunNumbers({ row: { recentRuns } }: { row: Row }) {
  const t = useTranslations('home');
  const { medianMs, tokens, costUsd } = summariseRuns(recentRuns);
  const cost = costText({ costUsd, tokens }, useTranslations('costs')('noPrice'));
  return (
    <>
      <td className="num px-2 text-right text-ink-2 max-lg:hidden">{medianMs === undefined ? null : formatDuration(medianMs)}</td>
      <td className="num px-2 text-right text-ink-2 max-lg:hidden">
        {tokens > 0 ? <p>{t('tokens', { count: tokens })}</p> : null}
        {cost === '' ? null : <p className="text-meta text-ink-3">{cost}</p>}
      </td>
    </>
  );
}

function NodeCount({ row: { content } }: { row: Row }) {
  const t = useTranslations('library');
  return content ? (
    <span className="num whitespace-nowrap text-ink-2">{t('nodeCount', { count: content.nodeCount })}</span>
  ) : null;
}
