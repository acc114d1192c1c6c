import type { Language } from '#lib/i18n/language.ts';
import { wordError } from '#lib/i18n/word-error.ts';
import { answerName, answerText } from '#lib/run/answer-text.ts';
import type { NodeError, PendingApproval, TokenUsage } from '#lib/run/run-event.ts';
import type { RunStatus } from '#lib/run/run-status.ts';
import { waitsUntil } from '#lib/run/short-wait.ts';
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
  readonly breakpoints?: readonly string[] | undefined;
  readonly usage: TokenUsage;
};

/** The text of an answer, or why there is none. */
export type Reply =
  | { readonly ok: true; readonly text: string; readonly waiting?: WaitingRun }
  | { readonly ok: false; readonly error: { readonly code: string; readonly message: string } };
export type WaitingRun = {
  readonly runId: string;
  readonly approvals: readonly string[];
  /** When it continues by itself, in ISO form: the text is no answer. */
  readonly resumesAt?: string;
};

type View = { readonly format: ReplyFormat; readonly reader: RunReader };

/** What a run that ended, or waits, answers. */
export function replyOf(end: RunEnd, { format, reader }: View): Reply {
  const { language = 'en' } = reader;
  const { runId, status, outputs = {}, replies = [], error, approvals = [] } = end;
  const wait = timedWait(end, language);
  if (wait) return { ok: true, text: wait.message, waiting: { runId, approvals: [], resumesAt: wait.resumesAt } };
  if (status === 'waiting') {
    const known = knowsApprovals(reader) ? approvals.map((approval) => approvalFor(approval, reader)) : [];
    const asked = known.map(({ description }) => description).filter((text) => text !== '');
    const text = [wordError('This run waits for a decision of a person', language), ...asked].join('\n- ');
    return { ok: true, text, waiting: { runId, approvals: approvals.map(({ actionId }) => actionId) } };
  }
  if (status !== 'succeeded') {
    const { code, message } = error ? errorFor(error, reader, runId) : { code: status, message: `The run ${runId} was stopped` };
    return failed(code, error ? message : wordError(message, language));
  }
  return format.kind === 'text' ? { ok: true, text: answerText(replies, outputs) } : jsonReply(outputs, format.schema);
}

/** Of a run that waits for a time longer than its request: there is no answer yet, and this is how it is read. */
export function timedWait(
  end: Parameters<typeof waitsUntil>[0] & Pick<RunEnd, 'runId'>,
  language: Language = 'en',
): { readonly code: string; readonly message: string; readonly resumesAt: string } | undefined {
  const resumesAt = waitsUntil(end);
  if (resumesAt === undefined) return undefined;
  const text = `This run waits until ${resumesAt}. Its answer is read then with GET /api/v1/runs/${end.runId}`;
  return { code: 'run-waits', message: wordError(text, language), resumesAt };
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
