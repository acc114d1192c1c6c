import { z } from 'zod';
import { jsonObjectSchema, jsonValueSchema } from './json-value.ts';
import { memorySchema } from './memory.ts';
import { isSummaryMessage } from './session-summary.ts';

/** Messages of earlier turns that `session.messages` has; older ones are only in the runs. */
const MAX_MESSAGES = 100;
const MAX_MESSAGE_CHARS = 20_000;
/** JSON characters of all variables of one workflow in a session. */
export const MAX_VARIABLES_CHARS = 1_000_000;
/** JSON characters of one conversation that a session keeps. */
const MAX_CONVERSATION_CHARS = 1_000_000;

export const sessionOperationSchema = z.enum(['set', 'append', 'add', 'remove']);
export type SessionOperation = z.output<typeof sessionOperationSchema>;

/** One write of a variable: the operation, not its result, so that writes of parallel branches add up. */
const sessionWriteSchema = z.object({
  name: z.string(),
  operation: sessionOperationSchema,
  value: jsonValueSchema,
  // What the operation changes while the session has no value of that type.
  initial: jsonValueSchema,
});
export type SessionWrite = z.output<typeof sessionWriteSchema>;

/** What a node leaves in the session when it ends. */
export const sessionChangeSchema = z.object({
  callPath: z
    .string()
    .optional()
    .meta({ description: 'The node that calls the workflow of the node. Missing outside of calls.' }),
  writes: z.array(sessionWriteSchema).optional(),
  conversation: z
    .object({
      name: z.string(),
      window: z.int().positive(),
      agent: z.string().optional().meta({ description: 'The agent that has the conversation. Missing: the node itself.' }),
      summary: z.string().optional().meta({ description: 'Of the messages that left the window. Missing without any.' }),
    })
    .optional()
    .meta({ description: 'The conversation of its value is kept under this name, with at most `window` messages.' }),
  skill: z.string().optional().meta({ description: 'The skill that is active in the session from then on.' }),
});
export type SessionChange = z.output<typeof sessionChangeSchema>;

const turnMessageSchema = z.object({ role: z.enum(['user', 'assistant']), content: z.string() });
export type TurnMessage = z.output<typeof turnMessageSchema>;

/** Of one workflow in a session: the workflow of the run, or one that a node of it calls. */
const sessionScopeSchema = z.object({
  variables: jsonObjectSchema,
  conversations: z.record(z.string(), z.array(jsonValueSchema)),
  agents: z
    .record(z.string(), z.string())
    .optional()
    .meta({ description: 'The agents that conversations were passed to, by conversation.' }),
  summaries: z
    .record(z.string(), z.string())
    .optional()
    .meta({ description: 'Of the messages before those that are kept, by conversation.' }),
});
export type SessionScope = z.output<typeof sessionScopeSchema>;

/** What a session knows within or after one of its turns. */
export const sessionStateSchema = z.object({
  turn: z.int().nonnegative().meta({ description: 'Number of the turn on its branch, 1 for the first.' }),
  messages: z.array(turnMessageSchema).meta({ description: 'Earlier turns of the branch, at most the last 100 messages.' }),
  memories: z
    .record(z.string(), memorySchema)
    .optional()
    .meta({ description: 'The structured memories, by the path of the calling node. Missing while nothing wrote one.' }),
  skill: z.string().optional().meta({ description: 'The active skill. Missing while there is none.' }),
  scopes: z.record(z.string(), sessionScopeSchema).meta({ description: 'By the path of the calling node; empty for the run.' }),
});
export type SessionState = z.output<typeof sessionStateSchema>;

const NO_SCOPE: SessionScope = { variables: {}, conversations: {} };

/** The state in which a session, or a run without one, begins. */
export const FIRST_TURN: SessionState = { turn: 1, messages: [], scopes: {} };

export function scopeOfSession({ scopes }: SessionState, callPath: string): SessionScope {
  return Object.hasOwn(scopes, callPath) ? (scopes[callPath] ?? NO_SCOPE) : NO_SCOPE;
}

/**
 * The state with what one node left in it. Pure, and the same for every reader of the log.
 * @param value of the node, which has the messages of its conversation
 */
export function applySessionChange(state: SessionState, change: SessionChange, value: unknown): SessionState {
  const { callPath = '' } = change;
  const messages = messagesIn(value);
  const scope = scopeOfSession(state, callPath);
  const variables = { ...scope.variables };
  for (const write of change.writes ?? []) variables[write.name] = written(variables[write.name], write);
  const { conversation } = change;
  const conversations =
    conversation && messages
      ? {
          ...scope.conversations,
          [conversation.name]: withinWindow(
            messages.filter((message) => !isSummaryMessage(message, scope.summaries?.[conversation.name])),
            conversation.window,
          ) as SessionScope['conversations'][string],
        }
      : scope.conversations;
  const agents = agentsAfter(scope, messages && conversation);
  const summaries = summariesAfter(scope, messages && conversation);
  const changed: SessionScope = { variables, conversations, ...(agents && { agents }), ...(summaries && { summaries }) };
  const skill = change.skill ?? state.skill;
  return { ...state, ...(skill !== undefined && { skill }), scopes: { ...state.scopes, [callPath]: changed } };
}

/** Undefined while all messages of all conversations are kept. */
function summariesAfter({ summaries }: SessionScope, conversation: SessionChange['conversation']): SessionScope['summaries'] {
  if (conversation?.summary === undefined) return summaries;
  return { ...summaries, [conversation.name]: conversation.summary };
}

/** Undefined while no conversation is with an agent. */
function agentsAfter({ agents = {} }: SessionScope, conversation: SessionChange['conversation']): SessionScope['agents'] {
  const others = Object.entries(agents).filter(([name]) => name !== conversation?.name);
  const own = conversation?.agent === undefined ? [] : [[conversation.name, conversation.agent] as const];
  const all = Object.fromEntries([...others, ...own]);
  return Object.keys(all).length === 0 ? undefined : all;
}

function messagesIn(value: unknown): readonly unknown[] | undefined {
  const messages = typeof value === 'object' && value !== null && 'messages' in value ? value.messages : undefined;
  return Array.isArray(messages) ? messages : undefined;
}

type Value = SessionWrite['value'];

/** The value of a variable after a write. */
export function written(stored: Value | undefined, { operation, value, initial }: Omit<SessionWrite, 'name'>): Value {
  const before = stored !== undefined && kindOf(stored) === kindOf(initial) ? stored : initial;
  switch (operation) {
    case 'set':
      return value;
    case 'append':
      if (typeof before === 'string') return before + (typeof value === 'string' ? value : JSON.stringify(value));
      return [...(Array.isArray(before) ? before : []), ...(Array.isArray(value) ? value : [value])];
    case 'add':
      return (typeof before === 'number' ? before : 0) + (typeof value === 'number' ? value : 0);
    case 'remove':
      return removed(before, value);
    default:
      return operation satisfies never;
  }
}

function kindOf(value: Value): string {
  return Array.isArray(value) ? 'list' : typeof value;
}

function removed(before: Value, value: Value): Value {
  const gone = new Set((Array.isArray(value) ? value : [value]).map((one) => JSON.stringify(one)));
  if (Array.isArray(before)) return before.filter((one) => !gone.has(JSON.stringify(one)));
  if (typeof before !== 'object' || before === null) return before;
  return Object.fromEntries(Object.entries(before).filter(([key]) => !gone.has(JSON.stringify(key))));
}

/**
 * The last messages of a conversation, without system messages. It begins with a user message, since
 * the result of a tool is of no use without its call.
 */
function withinWindow(messages: readonly unknown[], window: number): unknown[] {
  return messagesKept(
    messages.filter((message) => roleOf(message) !== 'system'),
    window,
  );
}

/** Those of a conversation without system messages that a session keeps: its end. */
export function messagesKept(own: readonly unknown[], window: number): unknown[] {
  let kept = fromUser(own.slice(-window));
  while (kept.length > 0 && JSON.stringify(kept).length > MAX_CONVERSATION_CHARS) kept = fromUser(kept.slice(1));
  return kept;
}

function fromUser(messages: readonly unknown[]): unknown[] {
  const first = messages.findIndex((message) => roleOf(message) === 'user');
  return first < 0 ? [] : messages.slice(first);
}

function roleOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'role' in message ? message.role : undefined;
}

/** The state after a turn, with its message and its answer. Empty texts are omitted. */
export function endTurn(state: SessionState, { message, answer }: { message: string; answer: string }): SessionState {
  const said: TurnMessage[] = [
    { role: 'user', content: message },
    { role: 'assistant', content: answer },
  ];
  const messages = [...state.messages, ...said.filter(({ content }) => content !== '')];
  return { ...state, messages: messages.slice(-MAX_MESSAGES).map(cut) };
}

function cut({ role, content }: TurnMessage): TurnMessage {
  return { role, content: content.length > MAX_MESSAGE_CHARS ? content.slice(0, MAX_MESSAGE_CHARS) : content };
}
