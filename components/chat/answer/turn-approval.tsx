'use client';
import { ApprovalPanel } from '#components/run-view/approvals/approval-panel.tsx';
import { useNow } from '#components/ui/use-now.ts';
import type { RunState } from '#lib/run/run-state.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

type TurnApprovalProps = {
  readonly runId: string;
  readonly run: RunState;
  readonly document: Workflow | undefined;
  readonly focusAfterId: string;
};

/** What a turn waits for, for people who may decide it. */
export function TurnApproval({ runId, run, document, focusAfterId }: TurnApprovalProps) {
  const nowMs = useNow('slow');
  return (
    // Not stretched: the panel is limited to a part of a height that is known.
    <div className="self-start text-body">
      <ApprovalPanel runId={runId} run={run} nodes={document?.nodes ?? []} nowMs={nowMs} focusAfterId={focusAfterId} />
    </div>
  );
}
