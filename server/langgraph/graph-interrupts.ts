import { z } from 'zod';
import type { FixedArguments } from '#lib/run/event-parts.ts';
import type { PendingApproval } from '#lib/run/run-event.ts';
import { decisionOf } from '#lib/text/decision-text.ts';
import { requestProblem } from '../conversation/request-problem.ts';

type Json = z.core.util.JSONType;
/** What is decided on; empty for those who may not see it. */
export type RequestedArguments = {
  readonly args?: unknown;
  /** What the call of a tool with fixed arguments sends besides. */
  readonly fixed?: FixedArguments | undefined;
};
export type RequestedApproval = PendingApproval & RequestedArguments;

/**
 * An approval as LangGraph shows what a node interrupts for. Besides our own fields the value has those of the
 * human-in-the-loop of LangChain, for Python and for JavaScript, and those of Agent Inbox, whose pages draw them.
 */
export function interruptOf({ actionId, kind, tool, description, nodeId, expiresAt, args, fixed }: RequestedApproval) {
  const name = kind === 'value' ? nodeId : tool;
  // These pages draw no other field, and a call of a tool cannot be edited.
  const shown = { ...argsOf(args), ...fixed?.args };
  // Who holds a key may replace a value that it sees, and nothing else.
  const canEdit = kind === 'value' && args !== undefined;
  const decisions = ['approve', ...(canEdit ? ['edit'] : []), 'reject'];
  const request = { name, args: shown, description };
  return {
    id: actionId,
    value: {
      kind,
      description,
      nodeId,
      expiresAt,
      ...(fixed && { fixed }),
      action_requests: [request],
      review_configs: [{ action_name: name, allowed_decisions: decisions }],
      actionRequests: [request],
      reviewConfigs: [{ actionName: name, allowedDecisions: decisions }],
      action_request: { action: name, args: shown },
      config: { allow_accept: true, allow_edit: canEdit, allow_respond: false, allow_ignore: true },
    },
  };
}

/** A value that is no object has a name of its own there. */
const ONLY_VALUE = 'value';

function argsOf(args: unknown): Readonly<Record<string, unknown>> {
  if (args === undefined) return {};
  return isObject(args) ? args : { [ONLY_VALUE]: args };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Answer = {
  readonly approved: boolean;
  /** Replaces the value. */
  readonly value?: Json | undefined;
  /** The value is one of `argsOf`. */
  readonly isNamed?: boolean;
  readonly comment?: string | undefined;
};
export type GraphDecision = Omit<Answer, 'isNamed'> & { readonly actionId: string };

const textSchema = z.string().nullish();
const editSchema = z.looseObject({ args: z.json() });
const answerSchema = z.union([
  z.boolean().transform((approved): Answer => ({ approved })),
  z.string().transform((text, ctx): Answer => {
    const approved = decisionOf(text);
    if (approved !== undefined) return { approved };
    ctx.addIssue({ code: 'custom', message: 'No clear answer' });
    return z.NEVER;
  }),
  z
    .looseObject({ approved: z.boolean(), value: z.json().optional() })
    .transform(({ approved, value }): Answer => ({ approved, value })),
  z.looseObject({ type: z.enum(['approve', 'accept']) }).transform((): Answer => ({ approved: true })),
  z
    .looseObject({ type: z.enum(['reject', 'ignore', 'respond', 'response']), message: textSchema, args: z.unknown().optional() })
    .transform(
      ({ message, args }): Answer => ({ approved: false, comment: message ?? (typeof args === 'string' ? args : undefined) }),
    ),
  z
    .looseObject({
      type: z.literal('edit'),
      edited_action: editSchema.optional(),
      editedAction: editSchema.optional(),
      args: z.unknown().optional(),
    })
    .transform(({ edited_action, editedAction, args }, ctx): Answer => {
      const edited = edited_action ?? editedAction ?? editSchema.safeParse(args).data;
      if (edited) return { approved: true, value: edited.args, isNamed: true };
      ctx.addIssue({ code: 'custom', message: 'An edit without an action' });
      return z.NEVER;
    }),
]);
/** Several answers, in the order of the interrupts. */
const answersSchema = z.union([
  z.looseObject({ decisions: z.array(answerSchema).min(1) }).transform(({ decisions }) => decisions),
  z.array(answerSchema).min(1),
]);

/**
 * The decisions of `command.resume`: one for all open interrupts, a list in their order, or one for each by its id.
 * Each is a boolean, a clear text, `{ approved }`, or a decision of LangChain's human-in-the-loop or of Agent Inbox.
 * @throws {AppError} `body-invalid`
 */
export function readDecisions(resume: unknown, open: readonly RequestedApproval[]): GraphDecision[] {
  const one = answerSchema.safeParse(resume);
  if (one.success) return open.map((asked) => decisionFor(asked, one.data));
  const listed = answersSchema.safeParse(resume);
  if (listed.success) {
    if (listed.data.length > open.length)
      throw requestProblem('command.resume', `There are ${listed.data.length} decisions for ${open.length} interrupts`);
    return listed.data.map((answer, index) => decisionFor(open[index] as RequestedApproval, answer));
  }
  const entries = isObject(resume) ? Object.entries(resume) : [];
  const named = entries.map(([actionId, answer]) => {
    const asked = open.find((each) => each.actionId === actionId);
    const read = answerSchema.safeParse(answer).data ?? answersSchema.safeParse(answer).data?.[0];
    return asked && read ? decisionFor(asked, read) : undefined;
  });
  if (named.length > 0 && named.every((decision) => decision !== undefined)) return named;
  const ids = open.map(({ actionId }) => actionId).join(', ');
  throw requestProblem(
    'command.resume',
    `Answer with true, false, { "approved": true } or { "decisions": [{ "type": "approve" }] }, or with one of them for each interrupt: ${ids}`,
  );
}

function decisionFor({ actionId, args }: RequestedApproval, { isNamed, value, ...answer }: Answer): GraphDecision {
  const isWrapped = isNamed === true && args !== undefined && !isObject(args);
  const plain = isWrapped && isObject(value) && ONLY_VALUE in value ? (value[ONLY_VALUE] as Json) : value;
  return { actionId, ...answer, ...(plain !== undefined && { value: plain }) };
}
