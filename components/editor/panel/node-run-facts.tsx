'use client';
import { useTranslations } from 'use-intl';
import { useRunOutline } from '#components/editor/run/run-overlay.ts';
import { ReusedLine } from '#components/run-view/fork/reused-line.tsx';
import { StatusBadge } from '#components/ui/status-badge.tsx';
import { formatDuration } from '#lib/i18n/format-duration.ts';
import { nodeTimeMs } from '#lib/run/node-time.ts';
import type { NodeState } from '#lib/run/run-state.ts';
import { isTerminal } from '#lib/run/run-status.ts';

/** Status and usage of the node in the shown run; a text when it has not run there. */
export function NodeRunFacts({ run }: { run: NodeState | undefined }) {
  const t = useTranslations();
  const outline = useRunOutline();
  if (!run) {
    const isComing = outline !== undefined && !isTerminal(outline.status);
    return (
      <p className="text-ink-3">{outline ? t(isComing ? 'canvasRun.notYet' : 'canvasRun.notInRun') : t('canvasRun.noRun')}</p>
    );
  }
  if (run.reused) return <ReusedLine nodeId={run.nodeId} reused={run.reused} />;
  const facts = [
    run.finishedAt === undefined || run.status === 'skipped' ? undefined : formatDuration(nodeTimeMs(run, 0) ?? 0),
    run.usage && run.usage.totalTokens > 0
      ? t('timeline.tokenSplit', {
          prompt: run.usage.promptTokens.toLocaleString('en'),
          completion: run.usage.completionTokens.toLocaleString('en'),
        })
      : undefined,
    run.attempts > 1 ? t('timeline.attempts', { count: run.attempts }) : undefined,
    run.model,
  ].filter((fact) => fact !== undefined);
  return (
    <p className="num flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
      <StatusBadge state={run.status} />
      {run.reason ? <span>{t(`reason.${run.reason}`)}</span> : null}
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </p>
  );
}
