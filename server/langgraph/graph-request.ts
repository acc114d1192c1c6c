import { z } from 'zod';
import { jsonObjectSchema } from '#lib/run/json-value.ts';
import type { StartInput } from '#lib/workflow/start-inputs.ts';
import { type ConversationMessage, conversationInputs } from '../conversation/conversation-inputs.ts';
import { contentSchema, readContent } from '../conversation/message-parts.ts';
import { requestProblem } from '../conversation/request-problem.ts';

const MAX_MESSAGES = 5000;
const id = z.string().min(1).max(200);

/** What a stream may have: state, results of nodes, text as it is written, events of tools and plans. */
const STREAM_MODES = ['values', 'updates', 'messages', 'messages-tuple', 'custom', 'tools'] as const;
export type StreamMode = (typeof STREAM_MODES)[number];
const modeSchema = z.enum(STREAM_MODES, { error: `One of ${STREAM_MODES.join(', ')}` });
export const streamModesSchema = z.union([modeSchema.transform((mode) => [mode]), z.array(modeSchema).max(20)]);

const messageSchema = z.looseObject({
  type: z.string().max(40).optional(),
  role: z.string().max(40).optional(),
  content: contentSchema.nullish(),
});
const checkpointSchema = z.looseObject({ checkpoint_id: id.nullish() });
const nodesSchema = z.union([z.literal('*'), z.array(z.string())]);

/** The body of a run, as far as a workflow reads it. */
export const graphRunSchema = z.looseObject({
  assistant_id: id,
  input: z.looseObject({ messages: z.array(messageSchema).max(MAX_MESSAGES).optional() }).nullish(),
  command: z
    .looseObject({
      resume: z.unknown().optional(),
      update: z.unknown().optional(),
      goto: z.unknown().optional(),
    })
    .nullish(),
  stream_mode: streamModesSchema.nullish(),
  checkpoint: checkpointSchema.nullish(),
  checkpoint_id: id.nullish(),
  interrupt_before: nodesSchema.nullish(),
  interrupt_after: nodesSchema.nullish(),
  multitask_strategy: z.string().max(40).nullish(),
  on_disconnect: z.enum(['cancel', 'continue']).nullish(),
  if_not_exists: z.enum(['create', 'reject']).nullish(),
  webhook: z.string().nullish(),
  after_seconds: z.number().nullish(),
});
export type GraphRun = z.output<typeof graphRunSchema>;

/** @throws {AppError} `body-invalid` for what a published workflow does not let its callers do */
export function refuseUnsupported(run: GraphRun): void {
  const { command, multitask_strategy: strategy } = run;
  if (!isEmpty(command?.update)) throw requestProblem('command.update', 'The state of a run is made by its nodes');
  if (!isEmpty(command?.goto)) throw requestProblem('command.goto', 'Edges decide which node comes next');
  for (const field of ['interrupt_before', 'interrupt_after'] as const)
    if ((run[field]?.length ?? 0) > 0) throw requestProblem(field, 'A published workflow has no breakpoints');
  if (strategy && strategy !== 'enqueue')
    throw requestProblem('multitask_strategy', `Runs of a thread run one after the other: enqueue, not ${strategy}`);
  if (run.webhook) throw requestProblem('webhook', 'Start the run over POST /api/v1/run/{slug} to have a webhook');
  if (run.after_seconds) throw requestProblem('after_seconds', 'Runs start at once');
}

/** `RemoteGraph` sends empty parts of a command, too. */
function isEmpty(part: unknown): boolean {
  return part === undefined || part === null || (typeof part === 'object' && Object.keys(part).length === 0);
}

/** The place in the history of its thread where a run continues. */
export function checkpointOf({ checkpoint, checkpoint_id: named }: GraphRun): string | undefined {
  return checkpoint?.checkpoint_id ?? named ?? undefined;
}

type Roles = Readonly<Record<string, ConversationMessage['role']>>;
/** Roles as LangChain and OpenAI name them. Results of tools are no part of a conversation with a workflow. */
const roles: Roles = {
  human: 'user',
  user: 'user',
  ai: 'assistant',
  assistant: 'assistant',
  system: 'system',
  developer: 'system',
};

/**
 * Inputs by name from the state that a client sends; its `messages` as those of a conversation.
 * @throws {AppError} `body-invalid`
 */
export function readGraphInput(input: GraphRun['input'], declared: readonly StartInput[]) {
  const { messages, ...rest } = input ?? {};
  const given = jsonObjectSchema.parse(rest);
  if (!messages) return given;
  const read = messages.flatMap(({ type, role, content }, index): ConversationMessage[] => {
    const named = role ?? type ?? '';
    const spoken = Object.hasOwn(roles, named) ? roles[named] : undefined;
    return spoken ? [{ role: spoken, ...readContent(content ?? '', `input.messages.${index}.content`) }] : [];
  });
  return conversationInputs(read, { declared, given, field: 'input.messages' });
}

const decisionSchema = z.union([
  z.boolean().transform((approved) => ({ approved })),
  z.looseObject({ approved: z.boolean(), value: z.json().optional() }),
]);
export type GraphDecision = {
  readonly actionId: string;
  readonly approved: boolean;
  readonly value?: z.core.util.JSONType | undefined;
};

/**
 * The decisions of `command.resume`: one for all open interrupts, or one for each by its id.
 * @throws {AppError} `body-invalid`
 */
export function readDecisions(resume: unknown, actionIds: readonly string[]): GraphDecision[] {
  const one = decisionSchema.safeParse(resume);
  if (one.success) return actionIds.map((actionId) => ({ actionId, ...one.data }));
  const each = z.record(z.string(), decisionSchema).safeParse(resume);
  const named = each.success ? Object.entries(each.data) : [];
  if (named.length === 0 || named.some(([actionId]) => !actionIds.includes(actionId)))
    throw requestProblem(
      'command.resume',
      `Answer with true, false or { "approved": true }, or with one of them for each interrupt: ${actionIds.join(', ')}`,
    );
  return named.map(([actionId, decision]) => ({ actionId, ...decision }));
}
