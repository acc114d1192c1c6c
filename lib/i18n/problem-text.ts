import english from './messages/problems.en.json' with { type: 'json' };

/** All texts of problems. */
export type ProblemTextKey = keyof typeof english;
export type ProblemParams = Readonly<Record<string, string | number>>;
/** A text and its parameters, for translation. */
export type ProblemText = { readonly key: ProblemTextKey; readonly params: ProblemParams };

type Sentence = readonly [key: ProblemTextKey, params?: ProblemParams];
type Worded = {
  readonly message: string;
  readonly hint?: string;
  readonly texts: { readonly message: ProblemText; readonly hint?: ProblemText };
};

/** Message and hint of a problem, in English and as data. */
export function worded(message: Sentence, hint?: Sentence): Worded {
  const worded = toText(message);
  const advised = hint && toText(hint);
  return {
    message: fillIn(english[worded.key], worded.params),
    ...(advised && { hint: fillIn(english[advised.key], advised.params) }),
    texts: { message: worded, ...(advised && { hint: advised }) },
  };
}

function toText([key, params = {}]: Sentence): ProblemText {
  return { key, params };
}

/** `{name}` is a parameter; `{{ … }}` is template syntax and stays. */
export function fillIn(text: string, params: ProblemParams): string {
  const parts = templates.get(text) ?? text.split(/(?<!\{)\{(\w+)\}(?!\})/);
  templates.set(text, parts);
  let filled = parts[0] ?? '';
  for (let index = 1; index < parts.length; index += 2)
    filled += `${params[parts[index] as string] ?? `{${parts[index]}}`}${parts[index + 1]}`;
  return filled;
}

/** Literals and names in turn, by text: a large document has thousands of problems with the same text. */
const templates = new Map<string, readonly string[]>();
