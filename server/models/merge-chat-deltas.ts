/** Keys of a delta that hold streamed text, in the API itself and in its dialects. */
const textKeys = ['content', 'reasoning_content', 'reasoning'] as const;
type TextKey = (typeof textKeys)[number];

type Choice = { readonly index: number; readonly delta: Readonly<Record<string, unknown>>; readonly finish_reason?: unknown };
type Chunk = { readonly choices: readonly Choice[]; readonly usage?: unknown };
/** An event with one text delta and nothing else. */
type TextChunk = { readonly chunk: Chunk; readonly key: TextKey };
/** An event around its delta's text, which most events of a stream have in common. */
type Frame = { readonly head: string; readonly tail: string; readonly separator: string };
/** An event that waits for those after it. */
type Held = {
  readonly event: string;
  readonly chunk: Chunk;
  /** Undefined for an event that only ends the answer. */
  readonly key: TextKey | undefined;
  text: string;
  finishReason: unknown;
  usage: unknown;
  isJoined: boolean;
};

const END_OF_EVENT = /\r?\n\r?\n/g;
/** Each takes a second parsing, in vain where no two events of a server have the same frame. */
const MAX_FRAMES = 8;
/** Such a text cannot be used as it is written. */
const IS_ESCAPED = /[\\\p{Cc}]/u;

/**
 * For one stream of OpenAI's chat completions: joins neighbouring text deltas into one event each,
 * and with them the finish reason and the usage that follow, so that the SDK parses one event per
 * tick instead of one per token. Expects complete server-sent events. Other events pass unchanged,
 * and the concatenated text stays the same.
 * @param mend puts an event right that differs from those before in more than its text
 */
export function makeChatDeltaMerger(mend: (event: string) => string = (event) => event): (events: string) => string {
  const merger = new ChatDeltaMerger(mend);
  return (events) => merger.merge(events);
}

class ChatDeltaMerger {
  readonly #mend: (event: string) => string;
  #known: (TextChunk & { readonly frame: Frame }) | undefined;
  #framesLeft = MAX_FRAMES;
  #held: Held | undefined;
  #merged = '';

  constructor(mend: (event: string) => string) {
    this.#mend = mend;
  }

  merge(events: string): string {
    this.#merged = '';
    for (let at = 0; at < events.length; ) {
      const framed = this.#known && textInFrame(events, at, this.#known.frame);
      if (this.#known && framed) {
        this.#addText(framed.text, this.#known, events.slice(at, framed.end - this.#known.frame.separator.length));
        at = framed.end;
        continue;
      }
      END_OF_EVENT.lastIndex = at;
      const separator = END_OF_EVENT.exec(events)?.[0] ?? '';
      const end = separator ? END_OF_EVENT.lastIndex : events.length;
      const event = events.slice(at, end - separator.length);
      for (const mended of event === '' ? [] : this.#mend(event).split('\n\n')) if (mended !== '') this.#add(mended, separator);
      at = end;
    }
    this.#release();
    return this.#merged;
  }

  #add(event: string, separator: string): void {
    const chunk = readChunk(event);
    const key = chunk && textKeyOf(chunk);
    if (chunk && key) {
      this.#addText(textOf({ chunk, key }), { chunk, key }, event);
      const frame = this.#framesLeft-- > 0 && frameOf({ chunk, key }, { event, separator });
      if (frame) this.#known = { chunk, key, frame };
    } else if (chunk && isEnd(chunk)) this.#addEnd(chunk, event);
    else if (chunk && this.#held && isUsage(chunk)) {
      this.#held.usage = chunk.usage;
      this.#held.isJoined = true;
    } else {
      this.#release();
      this.#merged += `${event}\n\n`;
    }
  }

  #addText(text: string, { chunk, key }: TextChunk, event: string): void {
    if (this.#held?.key !== key || isPresent(this.#held.finishReason)) this.#release();
    if (!this.#held) this.#held = { event, chunk, key, text, finishReason: undefined, usage: undefined, isJoined: false };
    else {
      this.#held.text += text;
      this.#held.isJoined = true;
    }
  }

  #addEnd(chunk: Chunk, event: string): void {
    const finishReason = chunk.choices[0]?.finish_reason;
    if (!this.#held || isPresent(this.#held.finishReason)) {
      this.#release();
      this.#held = { event, chunk, key: undefined, text: '', finishReason, usage: chunk.usage, isJoined: false };
    } else {
      this.#held.finishReason = finishReason;
      this.#held.usage = chunk.usage ?? this.#held.usage;
      this.#held.isJoined = true;
    }
  }

  #release(): void {
    const held = this.#held;
    if (held) this.#merged += `${held.isJoined ? `data: ${JSON.stringify(joined(held))}` : held.event}\n\n`;
    this.#held = undefined;
  }
}

function textOf({ chunk, key }: TextChunk): string {
  return String(chunk.choices[0]?.delta[key] ?? '');
}

function joined({ chunk, key, text, finishReason, usage }: Held): Chunk {
  const { delta, ...choice } = chunk.choices[0] as Choice;
  return {
    ...chunk,
    choices: [
      {
        ...choice,
        delta: { ...delta, ...(key && { [key]: text }) },
        ...(isPresent(finishReason) && { finish_reason: finishReason }),
      },
    ],
    ...(isPresent(usage) && { usage }),
  };
}

/** Reads an event that differs from a known one in its text alone; parsing it takes ten times as long. */
function textInFrame(events: string, at: number, { head, tail, separator }: Frame): { text: string; end: number } | undefined {
  const from = at + head.length;
  // Comparing slices takes an eighth of the time of `startsWith`.
  if (events.slice(at, from) !== head) return undefined;
  const to = events.indexOf('"', from);
  if (to === -1) return undefined;
  const tailEnd = to + tail.length;
  const end = tailEnd + separator.length;
  const text = events.slice(from, to);
  if (events.slice(to, tailEnd) !== tail || events.slice(tailEnd, end) !== separator || IS_ESCAPED.test(text)) return undefined;
  return { text, end };
}

function frameOf(plain: TextChunk, { event, separator }: { event: string; separator: string }): Frame | undefined {
  const written = JSON.stringify(textOf(plain)).slice(1, -1);
  const mark = `"${plain.key}":"`;
  const from = event.indexOf(mark) + mark.length;
  if (written === '' || from < mark.length || !event.startsWith(`${written}"`, from)) return undefined;
  const head = event.slice(0, from);
  const tail = event.slice(from + written.length);
  // Only if that was the delta's text is the delta without it empty.
  const chunk = readChunk(head + tail);
  if (!chunk || textKeyOf(chunk) !== plain.key || textOf({ chunk, key: plain.key }) !== '') return undefined;
  return { head, tail, separator };
}

/** @returns undefined unless it is one line of data with a list of choices, and no error */
function readChunk(event: string): Chunk | undefined {
  if (!event.startsWith('data:') || event.includes('\n')) return undefined;
  const chunk = parseObject(event.slice('data:'.length));
  return Array.isArray(chunk?.choices) && !isPresent(chunk.error) ? (chunk as Chunk) : undefined;
}

/** @returns undefined unless the chunk has a text delta and nothing else */
function textKeyOf({ choices, usage }: Chunk): TextKey | undefined {
  const choice = onlyChoice(choices, ['index', 'delta']);
  if (!choice || isPresent(usage)) return undefined;
  const key = textKeys.find((name) => typeof choice.delta[name] === 'string');
  return key === undefined || saysMore(choice.delta, [key, 'role']) ? undefined : key;
}

/** Whether the chunk has a finish reason, perhaps the usage, and nothing else. */
function isEnd({ choices }: Chunk): boolean {
  const choice = onlyChoice(choices, ['index', 'delta', 'finish_reason']);
  if (typeof choice?.finish_reason !== 'string' || choice.finish_reason === '') return false;
  return textKeys.every((key) => !choice.delta[key]) && !saysMore(choice.delta, [...textKeys, 'role']);
}

function isUsage({ choices, usage }: Chunk): boolean {
  return choices.length === 0 && isPresent(usage);
}

function onlyChoice(choices: readonly unknown[], known: readonly string[]): Choice | undefined {
  const [choice] = choices;
  if (choices.length !== 1 || !isObject(choice) || choice.index !== 0 || !isObject(choice.delta)) return undefined;
  return saysMore(choice, known) ? undefined : (choice as Choice);
}

function saysMore(value: Readonly<Record<string, unknown>>, known: readonly string[]): boolean {
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
