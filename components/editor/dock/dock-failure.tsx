'use client';
import { useTranslations } from 'use-intl';
import { ErrorFixes } from '#components/editor/problems/error-fixes.tsx';
import { useShownFact, useShownRun } from '#components/editor/run/run-overlay.ts';
import { Button } from '#components/ui/button.tsx';
import { StatusMark } from '#components/ui/status-mark.tsx';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

type DockFailureProps = {
  nodes: readonly WorkflowNode[];
  /** Shows what the node got and gave. */
  onOpen: (nodeId: string) => void;
};

/** Why the run failed, in one line that leads to the node where it did. Nothing for a run that has not failed. */
export function DockFailure({ nodes, onOpen }: DockFailureProps) {
  const t = useTranslations();
  const shown = useShownRun();
  const status = useShownFact(({ run }) => run.status);
  if (status !== 'failed') return null;
  const { error } = shown.readView().run;
  const node = nodes.find(({ id }) => id === error?.nodeId);
  return (
    <div
      role="alert"
      className="flex min-h-7 shrink-0 items-center gap-2 border-b border-failed-line bg-failed-bg py-0.5 pr-1.5 pl-3 text-failed"
    >
      <StatusMark state="failed" />
      <span className="min-w-0 truncate" title={error?.message}>
        {node ? <strong className="font-strong">{node.label}: </strong> : null}
        {error?.message ?? t('run.failed')}
      </span>
      {error ? <code className="shrink-0 text-meta text-ink-2">{error.code}</code> : null}
      <span className="grow" />
      {error?.hint ? <span className="truncate text-ink-2 @max-[640px]:hidden">{error.hint}</span> : null}
      {error && node ? <ErrorFixes error={{ ...error, nodeId: node.id }} /> : null}
      {node ? <Button onClick={() => onOpen(node.id)}>{t('dock.showError')}</Button> : null}
    </div>
  );
}
