import { z } from 'zod';
import { requestProblem } from '../conversation/request-problem.ts';

/** A message as LangChain writes it. The id is that of its client, or one of this server. */
export type GraphMessage = MessageFields & { readonly id: string };
/** One that was sent; only the last of the user may be without an id. */
export type SentMessage = MessageFields & { readonly id?: string | undefined };
type MessageFields = { readonly type: string; readonly content: unknown; readonly [field: string]: unknown };

const MAX_MESSAGES = 5000;
type Fields = Readonly<Record<string, unknown>>;

/** Types of LangChain, and roles of OpenAI, by what a client may write. */
const types: Readonly<Record<string, string>> = {
  human: 'human',
  user: 'human',
  ai: 'ai',
  assistant: 'ai',
  system: 'system',
  developer: 'system',
  tool: 'tool',
  function: 'function',
  remove: 'remove',
};

/** `HumanMessage` and `AIMessageChunk` are the names of classes. */
function typeOf(name: unknown): string {
  const short = String(name ?? '')
    .toLowerCase()
    .replace(/chunk$/, '')
    .replace(/message$/, '');
  return Object.hasOwn(types, short) ? (types[short] as string) : short;
}

/**
 * The messages of a state in each form that LangGraph takes: a list, one of them, a text, a pair of role and text, or
 * what LangChain writes of its objects.
 * @throws {AppError} `body-invalid` for a value that is no message, by its place
 */
export function readGraphMessages(messages: unknown, field: string): SentMessage[] {
  if (messages === undefined || messages === null) return [];
  if (Array.isArray(messages) && messages.length > MAX_MESSAGES)
    throw requestProblem(field, `A request has at most ${MAX_MESSAGES} messages`);
  if (!Array.isArray(messages) || isPair(messages)) return [readMessage(messages, field)];
  return messages.map((message, index) => readMessage(message, `${field}.${index}`));
}

/** As a tuple of Python is written. */
function isPair(value: readonly unknown[]): boolean {
  return value.length === 2 && value.every((one) => typeof one === 'string') && Object.hasOwn(types, typeOf(value[0]));
}

const fieldsSchema = z.record(z.string(), z.unknown());

function readMessage(message: unknown, field: string): SentMessage {
  if (typeof message === 'string') return { type: 'human', content: message, ...additions };
  if (Array.isArray(message) && isPair(message)) return { type: typeOf(message[0]), content: message[1], ...additions };
  const read = fieldsSchema.safeParse(message);
  if (!read.success || Array.isArray(message))
    throw requestProblem(field, 'Give a message as a text, or as an object with a type or a role, and a content');
  const { fields, type } = unpack(read.data);
  if (type === 'remove') throw requestProblem(field, 'The messages of a thread cannot be removed');
  const { id, content, role: _, lc: __, ...rest } = fields;
  return {
    ...additions,
    ...rest,
    type,
    content: content ?? '',
    ...(typeof id === 'string' && id !== '' && { id }),
  };
}

const additions = { additional_kwargs: {}, response_metadata: {} };

/** Also of `toJSON` and of `toDict`, which have the fields in an object of their own. */
function unpack(message: Fields): { readonly fields: Fields; readonly type: string } {
  const { lc, id, kwargs, data, type, role } = message;
  if (lc !== undefined && Array.isArray(id)) {
    const fields = fieldsSchema.safeParse(kwargs).data ?? {};
    return { fields, type: typeOf(fields.role ?? id.at(-1)) };
  }
  const inner = message.content === undefined ? fieldsSchema.safeParse(data).data : undefined;
  return { fields: inner ?? message, type: typeOf(role ?? inner?.role ?? type) };
}

/**
 * What of the messages that were sent a thread does not have yet, with the last one of the user. Of messages without an
 * id only that one is kept: a client repeats the others with each call.
 */
export function newMessages(sent: readonly SentMessage[], known: readonly GraphMessage[]): SentMessage[] {
  const contents = new Map(known.map(({ id, content }) => [id, JSON.stringify(content)]));
  const last = sent.findLastIndex(({ type }) => type === 'human');
  return sent.filter(
    ({ id, content }, index) => index === last || (id !== undefined && contents.get(id) !== JSON.stringify(content)),
  );
}

/** Messages by id: one that comes again replaces the earlier one in its place, as in a graph. */
export function mergeMessages(messages: readonly GraphMessage[]): GraphMessage[] {
  const byId = new Map<string, GraphMessage>();
  for (const message of messages) byId.set(message.id, message);
  return [...byId.values()];
}

const storedSchema = z.array(z.looseObject({ type: z.string(), id: z.string().optional(), content: z.unknown() }));

/** @param stored JSON of `SentMessage[]` */
export function parseSent(stored: string | null): SentMessage[] | undefined {
  if (stored === null) return undefined;
  return storedSchema.safeParse(JSON.parse(stored)).data as SentMessage[] | undefined;
}
