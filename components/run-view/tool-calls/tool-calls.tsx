'use client';
import { useContext } from 'react';
import { useTranslations } from 'use-intl';
import { RunOfCalls } from '#components/run-view/tool-calls/run-of-calls.ts';
import { ToolCallCard } from '#components/run-view/tool-calls/tool-call-card.tsx';
import type { OpenApproval, ToolCallState } from '#lib/run/run-state.ts';

type ToolCallsProps = {
  calls: readonly ToolCallState[];
  /** Open approvals of the node that makes the calls. */
  approvals: readonly OpenApproval[];
  /** The call inside which these are made; undefined for those of the node itself. */
  parentCallId?: string;
  /** The run, where the details of a call show its app. @defaultValue that of the calls around it */
  runId?: string | undefined;
};

/** The calls of one conversation, in the order of their requests. */
export function ToolCalls({ calls, approvals, parentCallId, runId }: ToolCallsProps) {
  const t = useTranslations('tools');
  const around = useContext(RunOfCalls);
  const ownApprovals = approvals.filter(({ parent }) => parent?.toolCallId === parentCallId);
  return (
    <RunOfCalls value={runId ?? around}>
      <ol aria-label={t('title')} className="min-w-0 divide-y divide-line-1 border-y border-line-1">
        {calls.map((call, index) => (
          // a model may give two calls the same id; their order never changes
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index} data-tool={call.name}>
            <ToolCallCard call={call} ownApprovals={ownApprovals} approvals={approvals} />
          </li>
        ))}
      </ol>
    </RunOfCalls>
  );
}
