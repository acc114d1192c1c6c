/** Keys of a delta that hold streamed text, in the API itself and in its dialects. */
const textKeys = ['content', 'reasoning_content', 'reasoning'] as const;
type TextKey = (typeof textKeys)[number];

type PlainChunk = { readonly chunk: { choices: [{ delta: Record<string, string> }] }; readonly key: TextKey };

/**
 * Joins neighbouring text deltas of OpenAI's chat completion stream into one event each, so that
 * the SDK parses one per tick instead of one per token. Expects complete server-sent events. Other
 * events pass unchanged, and the concatenated text stays the same.
 */
export function mergeChatDeltas(events: string): string {
  let merged = '';
  let held: PlainChunk | undefined;
  const release = () => {
    if (held) merged += `data: ${JSON.stringify(held.chunk)}\n\n`;
    held = undefined;
  };
  for (const event of events.split(/\r?\n\r?\n/)) {
    if (event === '') continue;
    const next = readPlainChunk(event);
    if (!next) {
      release();
      merged += `${event}\n\n`;
      continue;
    }
    if (held?.key !== next.key) release();
    if (held) append(held, next);
    else held = next;
  }
  release();
  return merged;
}

function append({ chunk, key }: PlainChunk, next: PlainChunk): void {
  const { delta } = chunk.choices[0];
  delta[key] = `${delta[key]}${next.chunk.choices[0].delta[key]}`;
}

function readPlainChunk(event: string): PlainChunk | undefined {
  if (!event.startsWith('data:') || event.includes('\n')) return undefined;
  const chunk = parseObject(event.slice('data:'.length));
  if (!chunk || !Array.isArray(chunk.choices) || chunk.choices.length !== 1 || isPresent(chunk.usage)) return undefined;
  const choice: unknown = chunk.choices[0];
  if (!isObject(choice) || choice.index !== 0 || !isObject(choice.delta) || saysMore(choice, ['index', 'delta']))
    return undefined;
  const { delta } = choice;
  const key = textKeys.find((name) => typeof delta[name] === 'string');
  if (key === undefined || saysMore(delta, [key, 'role'])) return undefined;
  return { chunk: chunk as PlainChunk['chunk'], key };
}

function saysMore(value: Record<string, unknown>, known: readonly string[]): boolean {
  return Object.entries(value).some(([key, field]) => isPresent(field) && !known.includes(key));
}

function isPresent(value: unknown): boolean {
  return value !== null && value !== undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Left as it is, for the SDK to report.
  }
}
