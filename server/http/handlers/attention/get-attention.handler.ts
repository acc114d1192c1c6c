import { type AttentionResource, type FailingEndpoint, getAttention, MAX_ATTENTION_ITEMS } from '#lib/api/attention.contract.ts';
import type { Language } from '#lib/i18n/language.ts';
import { nodeErrorSchema } from '#lib/run/event-parts.ts';
import { wholeError } from '#lib/run/what-leaves.ts';
import { readNodeLabels } from '#lib/workflow/read-node-labels.ts';
import type { FailingRow } from '../../../db/repositories/attention-repository.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { endingBudgets } from './ending-budgets.ts';
import { valueAtField } from './value-at-field.ts';

const DAY_MS = 86_400_000;
/** Maximum length of a message. A message may contain a whole response. */
const TEXT_LENGTH = 300;

export const getAttentionHandler = defineHandler(getAttention, async ({ repos, deps, language }) => {
  const nowMs = deps.clock.now();
  const [failing, waiting, usage] = await Promise.all([
    repos.attention.findFailing(new Date(nowMs - DAY_MS), MAX_ATTENTION_ITEMS),
    repos.attention.findWaiting(new Date(nowMs), MAX_ATTENTION_ITEMS),
    repos.usage.readDay(new Date(nowMs).toISOString().slice(0, 10)),
  ]);
  const body: AttentionResource = {
    failing: failing.map((row) => toFailing(row, language)),
    approvals: waiting.items.map(({ since, ...item }) => ({ ...item, since: since.toISOString() })),
    pendingApprovals: waiting.count,
    budgets: endingBudgets({ ...usage, budget: deps.dayBudget.read() }, nowMs),
  };
  return { status: 200, body };
});

function toFailing(row: FailingRow, language: Language): FailingEndpoint {
  const { slug, workflowId, workflowName, failed, of, runId, reason, document, at } = row;
  const stored = row.error === null ? undefined : nodeErrorSchema.safeParse(JSON.parse(row.error)).data;
  const error = stored && wholeError(stored, language);
  const field = error?.path ?? null;
  const nodeId = error?.nodeId ?? null;
  const nodeLabel = nodeId === null || document === null ? undefined : readNodeLabels(document)(nodeId);
  return {
    workflow: { id: workflowId, name: workflowName },
    endpoint: slug,
    failed,
    of,
    lastError: {
      code: error?.code ?? reason ?? 'unknown',
      nodeId,
      ...(nodeLabel && { nodeLabel }),
      field,
      value: nodeId !== null && field !== null && document !== null ? valueAtField(document, { nodeId, field }) : null,
      text: shorten(error?.message ?? reason ?? ''),
      runId,
    },
    at: at.toISOString(),
  };
}

function shorten(text: string): string {
  return text.length > TEXT_LENGTH ? `${text.slice(0, TEXT_LENGTH)}…` : text;
}
