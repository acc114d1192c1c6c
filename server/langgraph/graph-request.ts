import { z } from 'zod';
import { jsonObjectSchema } from '#lib/run/json-value.ts';
import type { StartInput } from '#lib/workflow/start-inputs.ts';
import { readBlocks } from '../conversation/content-blocks.ts';
import { type ConversationMessage, conversationInputs } from '../conversation/conversation-inputs.ts';
import { requestProblem } from '../conversation/request-problem.ts';
import { readGraphMessages, type SentMessage } from './graph-messages.ts';

const id = z.string().min(1).max(200);

/** What a stream may have: state, results of nodes, text as it is written, events of tools and plans. */
const STREAM_MODES = ['values', 'updates', 'messages', 'messages-tuple', 'custom', 'tools'] as const;
export type StreamMode = (typeof STREAM_MODES)[number];
const modeSchema = z.enum(STREAM_MODES, { error: `One of ${STREAM_MODES.join(', ')}` });
/** One, or a list of them. */
export const streamModesSchema = z.preprocess(
  (modes) => (typeof modes === 'string' ? [modes] : modes),
  z.array(modeSchema, { error: `One of ${STREAM_MODES.join(', ')}, or a list of them` }).max(20),
);

const checkpointSchema = z.looseObject({ checkpoint_id: id.nullish() });
const nodesSchema = z.union([z.literal('*'), z.array(z.string())]);

/** The body of a run, as far as a workflow reads it. */
export const graphRunSchema = z.looseObject({
  assistant_id: id,
  input: z.looseObject({ messages: z.unknown().optional() }).nullish(),
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
/** Results of tools are no part of a conversation with a workflow. */
const roles: Roles = { human: 'user', ai: 'assistant', system: 'system' };

export type GraphInput = {
  readonly inputs: z.output<typeof jsonObjectSchema>;
  readonly sent: readonly SentMessage[];
  /** What of earlier messages the workflow does not read. */
  readonly leftOut: readonly string[];
};

/**
 * Inputs by name from the state that a client sends; its `messages` as those of a conversation, which answers the last
 * one of the user.
 * @throws {AppError} `body-invalid`
 */
export function readGraphInput(input: GraphRun['input'], declared: readonly StartInput[]): GraphInput {
  const { messages, ...rest } = input ?? {};
  const given = jsonObjectSchema.parse(rest);
  const sent = readGraphMessages(messages, 'input.messages');
  if (messages === undefined || messages === null) return { inputs: given, sent, leftOut: [] };
  const answered = sent.findLastIndex(({ type }) => type === 'human');
  const leftOut: string[] = [];
  const read = sent.flatMap(({ type, content }, index): ConversationMessage[] => {
    const role = Object.hasOwn(roles, type) ? roles[type as keyof typeof roles] : undefined;
    if (!role) return [];
    const isWhole = index === answered;
    const { leftOut: odd, ...spoken } = readBlocks(content, { field: `input.messages.${index}.content`, isWhole });
    leftOut.push(...odd);
    return [{ role, ...spoken }];
  });
  return {
    inputs: conversationInputs(read, { declared, given, field: 'input.messages', mayEndWithAnswer: true }),
    sent,
    leftOut,
  };
}
