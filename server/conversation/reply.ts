import { wordError } from '#lib/i18n/word-error.ts';
import { answerName, answerText } from '#lib/run/answer-text.ts';
import type { NodeError, PendingApproval, TokenUsage } from '#lib/run/run-event.ts';
import type { RunStatus } from '#lib/run/run-status.ts';
import { approvalFor, errorFor, knowsApprovals, type RunReader } from '#lib/run/what-leaves.ts';
import { checkJsonSchema } from '#lib/workflow/check-json-schema.ts';

/** How the reply is written: the text itself, or all outputs as JSON, which must match a schema where there is one. */
export type ReplyFormat =
  | { readonly kind: 'text' }
  | { readonly kind: 'json'; readonly schema?: Readonly<Record<string, unknown>> };

/** How a run ended. */
export type RunEnd = {
  readonly runId: string;
  readonly status: RunStatus;
  readonly outputs?: Readonly<Record<string, unknown>> | undefined;
  /** What `reply` nodes said. */
  readonly replies?: readonly string[] | undefined;
  readonly error?: NodeError | undefined;
  readonly approvals?: readonly PendingApproval[] | undefined;
  /** When the first wait for a time ends, in ISO form. */
  readonly resumesAt?: string | undefined;
  readonly usage: TokenUsage;
};

/** The text of an answer, or why there is none. */
export type Reply =
  | { readonly ok: true; readonly text: string; readonly waiting?: WaitingRun }
  | { readonly ok: false; readonly error: { readonly code: string; readonly message: string } };
export type WaitingRun = { readonly runId: string; readonly approvals: readonly string[] };

type View = { readonly format: ReplyFormat; readonly reader: RunReader };

/** What a run that ended, or waits, answers. */
export function replyOf(end: RunEnd, { format, reader }: View): Reply {
  const { language = 'en' } = reader;
  const { runId, status, outputs = {}, replies = [], error, approvals = [], resumesAt } = end;
  if (status === 'waiting') {
    const known = knowsApprovals(reader) ? approvals.map((approval) => approvalFor(approval, reader)) : [];
    const asked = known.map(({ description }) => description).filter((text) => text !== '');
    const isTimed = resumesAt !== undefined && approvals.length === 0;
    const why = isTimed ? `This run waits until ${resumesAt}` : 'This run waits for a decision of a person';
    const text = [wordError(why, language), ...asked].join('\n- ');
    return { ok: true, text, waiting: { runId, approvals: approvals.map(({ actionId }) => actionId) } };
  }
  if (status !== 'succeeded') {
    const { code, message } = error ? errorFor(error, reader, runId) : { code: status, message: `The run ${runId} was stopped` };
    return failed(code, error ? message : wordError(message, language));
  }
  return format.kind === 'text' ? { ok: true, text: answerText(replies, outputs) } : jsonReply(outputs, format.schema);
}

/** All outputs, or the reply alone where only that matches. */
function jsonReply(outputs: Readonly<Record<string, unknown>>, schema: Readonly<Record<string, unknown>> | undefined): Reply {
  const name = answerName(Object.keys(outputs));
  const reply = name === undefined ? undefined : outputs[name];
  const candidates = typeof reply === 'object' && reply !== null ? [outputs, reply] : [outputs];
  if (schema === undefined) return { ok: true, text: JSON.stringify(outputs) };
  const checked = candidates.map((value) => ({ value, problems: checkJsonSchema(value, schema) }));
  const matching = checked.find(({ problems }) => problems.length === 0);
  if (matching) return { ok: true, text: JSON.stringify(matching.value) };
  const [problem] = checked[0]?.problems ?? [];
  const where = problem?.path ? `${problem.path} ` : '';
  return failed(
    'response_format_mismatch',
    `The outputs of the workflow do not match the schema: ${where}${problem?.message ?? ''}`,
  );
}

function failed(code: string, message: string): Reply {
  return { ok: false, error: { code, message } };
}
