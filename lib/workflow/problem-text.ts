import english from '../i18n/messages/problems.en.json' with { type: 'json' };

/** Every sentence that a problem is told in. */
export type ProblemTextKey = keyof typeof english;
export type ProblemParams = Readonly<Record<string, string | number>>;
/** A sentence and what is filled in, so that any page can say it in its reader's language. */
export type ProblemText = { readonly key: ProblemTextKey; readonly params: ProblemParams };

type Sentence = readonly [key: ProblemTextKey, params?: ProblemParams];
type Worded = {
  readonly message: string;
  readonly hint?: string;
  readonly texts: { readonly message: ProblemText; readonly hint?: ProblemText };
};

/** What is wrong and what to do about it, in English and as data. */
export function worded(message: Sentence, hint?: Sentence): Worded {
  const told = toText(message);
  const advised = hint && toText(hint);
  return {
    message: fillIn(english[told.key], told.params),
    ...(advised && { hint: fillIn(english[advised.key], advised.params) }),
    texts: { message: told, ...(advised && { hint: advised }) },
  };
}

function toText([key, params = {}]: Sentence): ProblemText {
  return { key, params };
}

/** `{name}` is filled in; `{{ … }}` is what people write in a template and stays. */
export function fillIn(text: string, params: ProblemParams): string {
  return text.replaceAll(/(?<!\{)\{(\w+)\}(?!\})/g, (whole, name: string) => String(params[name] ?? whole));
}
