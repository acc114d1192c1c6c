/** Deeper values are cut off: they come from modules that are not ours. */
const MAX_DEPTH = 100;

type Message = {
  getType(): string;
  readonly content: unknown;
  readonly id?: string;
  readonly name?: string;
  readonly tool_calls?: readonly unknown[];
  readonly tool_call_id?: string;
};

/**
 * A value of a graph as plain JSON. LangChain messages become `{ type, content, … }`; what JSON
 * cannot hold is omitted, and cycles become null.
 */
export function plainJson(value: unknown): unknown {
  return convert(value, []) ?? null;
}

/** @param above the objects around it */
function convert(value: unknown, above: readonly object[]): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value === 'boolean' || value === null) return value;
  if (typeof value !== 'object' || above.length > MAX_DEPTH || above.includes(value)) return undefined;
  const inner = [...above, value];
  if (Array.isArray(value) || value instanceof Set) return [...value].map((item) => convert(item, inner) ?? null);
  if (isMessage(value)) return convertFields(fieldsOfMessage(value), inner);
  if (value instanceof Map) return convertFields(Object.fromEntries(value), inner);
  if (value instanceof Error) return { name: value.name, message: value.message };
  if ('toJSON' in value && typeof value.toJSON === 'function') return convert(value.toJSON(), inner);
  return convertFields(value, inner);
}

function convertFields(value: object, inner: readonly object[]): Record<string, unknown> {
  const entries = Object.entries(value).map(([key, field]) => [key.toWellFormed(), convert(field, inner)] as const);
  return Object.fromEntries(entries.filter(([, field]) => field !== undefined));
}

function isMessage(value: object): value is Message {
  return 'getType' in value && typeof value.getType === 'function' && 'content' in value;
}

function fieldsOfMessage(message: Message) {
  const { content, id, name, tool_calls: toolCalls, tool_call_id: toolCallId } = message;
  return {
    type: message.getType(),
    content,
    id,
    name,
    tool_calls: toolCalls && toolCalls.length > 0 ? toolCalls : undefined,
    tool_call_id: toolCallId,
  };
}
