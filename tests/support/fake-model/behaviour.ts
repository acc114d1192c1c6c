/** How the fake model answers one request. */
export type Behaviour = {
  /** The answer, token by token. */
  readonly tokens: readonly string[];
  readonly reasoning: readonly string[];
  readonly firstTokenMs: number;
  readonly tokenMs: number;
  /** Answer with this status and no model text. */
  readonly status?: number;
  readonly retryAfterS?: number;
  /** Cut the line after so many tokens. */
  readonly dropAfter?: number;
  /** Take the request and never say anything. */
  readonly isSilent?: boolean;
  /** Send this many bytes of garbage instead of the last chunk. */
  readonly hasBrokenJson?: boolean;
  /** End properly, but without a finish reason. */
  readonly hasNoFinish?: boolean;
  readonly tool?: 'good' | 'broken';
  /** Answers of a structured kind do not fit the schema. */
  readonly isUnfitting?: boolean;
};

const WORDS = 'the quick brown fox jumps over a lazy dog while seven wizards quietly mix jars of bright blue paint 漢字'.split(
  ' ',
);

function fakeTokens(count: number): string[] {
  return Array.from({ length: count }, (_, index) => (index === 0 ? '' : ' ') + WORDS[index % WORDS.length]);
}

/** The text of an answer of so many tokens, as `fake-t<count>` gives it. */
export function fakeText(count: number): string {
  return fakeTokens(count).join('');
}

export const grammar = `Model names say how to answer: fake, then any of these parts, joined by "-".
  t<n>          n tokens (20)
  f<n>          n milliseconds until the first token (0)
  d<n>          n milliseconds between tokens (0)
  reasoning<n>  n tokens of reasoning before the answer (5)
  tool          calls the first tool it is offered; answers after its result
  badargs       the same with arguments that are not JSON
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

/** Reads a model name. `seen` is how many requests for this very name came before. An unknown part is ignored. */
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
    ...(isStill('rate') && { status: 429, retryAfterS: 1 }),
    ...(isStill('error') && { status: 500 }),
    ...(parts.has('auth') && { status: 401 }),
    ...(parts.has('missing') && { status: 404 }),
    ...(isStill('drop') && { dropAfter: Math.ceil(tokens.length / 2) }),
    ...(isStill('nofinish') && { hasNoFinish: true }),
    ...(parts.has('silent') && { isSilent: true }),
    ...(parts.has('brokenjson') && { hasBrokenJson: true }),
    ...(parts.has('tool') && { tool: 'good' as const }),
    ...(parts.has('badargs') && { tool: 'broken' as const }),
    ...(isStill('unfit') && { isUnfitting: true }),
  };
}

function numberAtEnd(part: string): number | undefined {
  const digits = /\d+$/.exec(part)?.[0];
  return digits === undefined ? undefined : Number(digits);
}
