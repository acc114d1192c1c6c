'use client';
import { useTranslations } from 'use-intl';
import { StatusMark } from '#components/ui/status-mark.tsx';
import { callerToolName } from '#lib/run/caller-tools.ts';
import type { OpenApproval } from '#lib/run/run-state.ts';

/** A call whose result the caller of the run gives, in the protocol that it uses. Nothing here decides it. */
export function CallerItem({ call, nodeLabel }: { call: OpenApproval; nodeLabel: string }) {
  const t = useTranslations('approvals');
  return (
    <article data-caller-call={call.actionId} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
      <StatusMark state="waiting" />
      <p className="min-w-0 wrap-anywhere">{t('waitsForCaller', { node: nodeLabel, tool: callerToolName(call.tool) })}</p>
    </article>
  );
}
