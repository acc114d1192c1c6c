'use client';
import { useTranslations } from 'use-intl';
import { AllowHost } from '#components/data/allow-host.tsx';
import { ErrorFixes } from '#components/editor/problems/error-fixes.tsx';
import { RepairButton } from '#components/editor/problems/repair-button.tsx';
import { useShownFact, useShownRun } from '#components/editor/run/run-overlay.ts';
import { Button } from '#components/ui/button.tsx';
import { StatusMark } from '#components/ui/status-mark.tsx';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

type DockFailureProps = {
  nodes: readonly WorkflowNode[];
  /** Shows what the node got and gave. */
  onOpen: (nodeId: string) => void;
};

/** Why the run failed and what to do, with a way to the node where it did. Nothing for a run that has not failed. */
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
      className="flex max-h-36 min-h-7 shrink-0 flex-wrap items-start gap-x-2 gap-y-1 overflow-y-auto border-b border-failed-line bg-failed-bg py-1 pr-1.5 pl-3 text-failed"
    >
      <span className="grid h-5 shrink-0 place-items-center">
        <StatusMark state="failed" />
      </span>
      <p className="min-w-0 grow basis-80 py-px leading-[18px] wrap-anywhere">
        {node ? <strong className="font-strong">{node.label}: </strong> : null}
        {error?.message ?? t('run.failed')}
        {error?.hint ? <span className="text-ink-2"> {error.hint}</span> : null}
        {error ? <code className="ml-2 text-meta text-ink-2">{error.code}</code> : null}
      </p>
      <span className="flex max-w-full flex-wrap items-end gap-x-2 gap-y-1">
        <AllowHost host={error?.privateHost} />
        {error && node ? <ErrorFixes error={{ ...error, nodeId: node.id }} /> : null}
        <RepairButton />
        {node ? <Button onClick={() => onOpen(node.id)}>{t('dock.showError')}</Button> : null}
      </span>
    </div>
  );
}
