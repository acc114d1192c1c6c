export type FakeCall = {
  readonly id?: string;
  readonly name: string | number;
  readonly args?: unknown;
  readonly arguments?: string;
};

/** How the fake model answers one request. */
export type Behaviour = {
  /** The answer, token by token. */
  readonly tokens: readonly string[];
  /** Whether `tokens` are sent where JSON is requested, too. @defaultValue false */
  readonly isExact?: boolean;
  readonly reasoning: readonly string[];
  readonly firstTokenMs: number;
  readonly tokenMs: number;
  /** Tokens after the first one are sent after this. */
  readonly heldUntil?: Promise<unknown>;
  /** Tokens of a stream contain their send time, and the last one a digest of all others. */
  readonly isStamped?: boolean;
  /** Answer with this status and no model text. */
  readonly status?: number;
  readonly retryAfterS?: number;
  /** Close the connection after this many tokens. */
  readonly dropAfter?: number;
  /** Accept the request and never respond. */
  readonly isSilent?: boolean;
  /** Send this many bytes of garbage instead of the last chunk. */
  readonly hasBrokenJson?: boolean;
  /** End without a finish reason and whatever else says that this is the end. */
  readonly hasNoFinish?: boolean;
  readonly tool?: 'good' | 'broken';
  /** Number of consecutive answers with tool calls. @defaultValue 1 if `tool` is set */
  readonly toolRounds?: number;
  /** Tool calls in one answer. @defaultValue 1 */
  readonly toolCount?: number;
  /** Name of the tool to call. @defaultValue the first one offered */
  readonly toolName?: string;
  /**
   * Exactly these calls, whatever was offered. A number is the tool at that place of those offered;
   * `arguments` instead of `args`: the text as it is sent.
   */
  readonly calls?: readonly FakeCall[];
  /** Of the request, for the count of its tokens. @defaultValue 1 */
  readonly charsPerToken?: number;
  /** Structured answers do not match the schema. */
  readonly isUnfitting?: boolean;
};

const WORDS = 'the quick brown fox jumps over a lazy dog while seven wizards quietly mix jars of bright blue paint 漢字'.split(
  ' ',
);

function fakeTokens(count: number): string[] {
  return Array.from({ length: count }, (_, index) => (index === 0 ? '' : ' ') + WORDS[index % WORDS.length]);
}

/** The text of an answer with this many tokens, as returned by `fake-t<count>`. */
export function fakeText(count: number): string {
  return fakeTokens(count).join('');
}

export const grammar = `Model names say how to answer: fake, then any of these parts, joined by "-".
  t<n>          n tokens (20)
  f<n>          n milliseconds until the first token (0)
  d<n>          n milliseconds between tokens (0)
  stamp         a streamed token is the time it is sent at, the last one the SHA-256 of all before it
  reasoning<n>  n tokens of reasoning before the answer (5); where calls go on without what vouches for it, 400, as Anthropic and OpenAI do
  tool          calls the first tool it is offered; answers after its result
  tools<n>      calls it n times, one answer after the other (2), and then answers
  parallel<n>   with tool or tools: n calls in one answer (2)
  badargs       as tool, with arguments that are not JSON
  rate<n>       429 with retry-after, n times (1), then an answer
  error<n>      500, n times (1), then an answer
  drop<n>       cuts the line in the middle of the answer, n times (1), then a whole one
  nofinish<n>   ends the stream without a finish reason, n times (1)
  auth          401, and the message repeats the key
  missing       404
  silent        takes the request and never answers
  brokenjson    a chunk that is not JSON
  unfit<n>      JSON that does not fit the schema, n times (1)
For example: fake-t2000-d2, fake-drop2-t50, fake-reasoning. JSON that fits is given whenever a response format asks for it.`;

const DEFAULT_TOKENS = 20;

/** Parses a model name, ignoring unknown parts. `seen`: earlier requests with the same name. */
export function readBehaviour(model: string, seen: number): Behaviour {
  const parts = new Map(
    model
      .split('-')
      .slice(1)
      .map((part) => [part.replace(/\d+$/, ''), numberAtEnd(part)]),
  );
  const count = (name: string, fallback: number) => (parts.has(name) ? (parts.get(name) ?? fallback) : 0);
  const isStill = (name: string) => seen < count(name, 1);
  const tokens = fakeTokens(parts.get('t') ?? DEFAULT_TOKENS);
  return {
    tokens,
    reasoning: fakeTokens(count('reasoning', 5)),
    firstTokenMs: count('f', 0),
    tokenMs: count('d', 0),
    ...(parts.has('stamp') && { isStamped: true }),
    ...(isStill('rate') && { status: 429, retryAfterS: 1 }),
    ...(isStill('error') && { status: 500 }),
    ...(parts.has('auth') && { status: 401 }),
    ...(parts.has('missing') && { status: 404 }),
    ...(isStill('drop') && { dropAfter: Math.ceil(tokens.length / 2) }),
    ...(isStill('nofinish') && { hasNoFinish: true }),
    ...(parts.has('silent') && { isSilent: true }),
    ...(parts.has('brokenjson') && { hasBrokenJson: true }),
    ...(parts.has('tool') && { tool: 'good' as const }),
    ...(parts.has('tools') && { tool: 'good' as const, toolRounds: count('tools', 2) }),
    ...(parts.has('parallel') && { toolCount: count('parallel', 2) }),
    ...(parts.has('badargs') && { tool: 'broken' as const }),
    ...(isStill('unfit') && { isUnfitting: true }),
  };
}

function numberAtEnd(part: string): number | undefined {
  const digits = /\d+$/.exec(part)?.[0];
  return digits === undefined ? undefined : Number(digits);
}
