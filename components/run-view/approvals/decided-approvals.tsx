'use client';
import { useFormatter, useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useAnswer } from '#components/data/use-answer.ts';
import { useDeciderName } from '#components/run-view/approvals/use-decider-name.ts';
import type { ApprovalResource } from '#lib/api/approvals.contract.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';
import { nodeIdOf } from '#lib/run/node-path.ts';

type DecidedApprovalsProps = {
  runId: string;
  nodeId: string;
  /** Decisions in the log so far: another number asks again. */
  count: number;
};

/** Who decided what a node asked, when, and with which comment. Empty without a decision. */
export function DecidedApprovals({ runId, nodeId, count }: DecidedApprovalsProps) {
  const all = useAnswer(count > 0 ? `${runId} ${count}` : undefined, (_, signal) =>
    apiClient.listRunApprovals({ params: { id: runId }, query: { limit: 100 } }, { signal }),
  );
  const decided = (all?.items ?? []).filter((one) => one.status !== 'pending' && nodeIdOf(one.nodeId) === nodeIdOf(nodeId));
  if (decided.length === 0) return null;
  return (
    <ul data-part="decisions" className="grid gap-1 px-3 py-1.5">
      {decided.map((approval) => (
        <Decision key={approval.actionId} approval={approval} />
      ))}
    </ul>
  );
}

function Decision({ approval }: { approval: ApprovalResource }) {
  const t = useTranslations('inbox');
  const format = useFormatter();
  const nameOf = useDeciderName();
  const { status, decidedAt, decidedBy, comment, kind, tool } = approval;
  if (status === 'pending') return null;
  return (
    <li className="flex flex-wrap items-baseline gap-x-2 text-ink-2">
      <span className="font-strong text-ink-1">{t(`outcomes.${status}`)}</span>
      {kind === 'value' ? null : <code>{tool}</code>}
      {decidedBy ? <span>{t('by', { name: nameOf(decidedBy) })}</span> : null}
      {decidedAt ? (
        <time dateTime={decidedAt} className="num text-ink-3">
          {format.dateTime(new Date(decidedAt), { dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' })}
        </time>
      ) : null}
      {comment ? <q className="wrap-anywhere">{visibleText(comment)}</q> : null}
    </li>
  );
}
