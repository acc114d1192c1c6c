import { z } from 'zod';

/** Where a task is, in the words of both versions of the protocol. */
const ENDED_STATES = ['completed', 'failed', 'canceled', 'rejected'] as const;
const ASKING_STATES = ['input-required', 'auth-required'] as const;
const OPEN_STATES = ['submitted', 'working', 'unknown'] as const;
const states = [...ENDED_STATES, ...ASKING_STATES, ...OPEN_STATES] as const;
export type AgentState = (typeof states)[number];

/** What an agent answered: a task, or a message that needs none. */
export type AgentAnswer = {
  readonly state: AgentState;
  readonly text: string;
  /** The first data part; null without one. */
  readonly data: unknown;
  readonly taskId: string | null;
  readonly contextId: string | null;
};

const partSchema = z.looseObject({ text: z.string().optional(), data: z.unknown().optional() });
const messageSchema = z.looseObject({
  parts: z.array(partSchema).default([]),
  contextId: z.string().nullish(),
  taskId: z.string().nullish(),
});
const taskSchema = z.looseObject({
  id: z.string(),
  contextId: z.string().nullish(),
  status: z.looseObject({
    // 1.0 writes TASK_STATE_INPUT_REQUIRED, and 0.3 input-required.
    state: z
      .string()
      .transform((text) => text.replace('TASK_STATE_', '').toLowerCase().replaceAll('_', '-'))
      .pipe(z.enum(states).catch('unknown')),
    message: messageSchema.nullish(),
  }),
  artifacts: z.array(messageSchema).nullish(),
});
const resultSchema = z.union([
  z.looseObject({ task: taskSchema }).transform(({ task }) => toAnswer(task)),
  z.looseObject({ message: messageSchema }).transform(({ message }) => said(message)),
  taskSchema.transform(toAnswer),
  messageSchema.extend({ kind: z.literal('message') }).transform(said),
]);

/** The result of a call as an answer; undefined for another value. */
export function readAnswer(result: unknown): AgentAnswer | undefined {
  return resultSchema.safeParse(result).data;
}

export function isOpen({ state }: Pick<AgentAnswer, 'state'>): boolean {
  return OPEN_STATES.some((open) => open === state);
}

function toAnswer({ id, contextId, status, artifacts }: z.output<typeof taskSchema>): AgentAnswer {
  const parts = (artifacts ?? []).flatMap((artifact) => artifact.parts);
  const shown = status.state === 'completed' && parts.length > 0 ? parts : (status.message?.parts ?? parts);
  return { state: status.state, ...contentOf(shown), taskId: id, contextId: contextId ?? null };
}

function said({ parts, contextId, taskId }: z.output<typeof messageSchema>): AgentAnswer {
  return { state: 'completed', ...contentOf(parts), taskId: taskId ?? null, contextId: contextId ?? null };
}

function contentOf(parts: readonly z.output<typeof partSchema>[]): Pick<AgentAnswer, 'text' | 'data'> {
  return {
    text: parts.flatMap(({ text }) => text ?? []).join('\n\n'),
    data: parts.find(({ data }) => data !== undefined)?.data ?? null,
  };
}
