import type { Messages } from './messages.ts';
import { fillIn, type ProblemText } from './problem-text.ts';
import { TextPatterns } from './text-patterns.ts';

type WordedProblem = {
  readonly message: string;
  readonly hint?: string | undefined;
  readonly texts?: { readonly message: ProblemText; readonly hint?: ProblemText | undefined } | undefined;
};
/** The messages that problem texts are made of. */
type Words = Pick<Messages, 'problemTexts' | 'nodeTexts'>;

/** What is a kind of value, or several. */
const KINDS = ['kind', 'actual', 'expected'];
/** A full sentence, which is translated. Anything else, such as a node id, is a name and stays. */
const SENTENCES = ['reason', 'text'];
/** Parts of a reason that are translated separately: another reason, or a type of value. */
const PARTS = ['reason', 'expected', 'found'];

/** A problem's texts in a language. A missing translation falls back to the original text. */
export function wordProblem(
  { message, hint, texts }: WordedProblem,
  words: Words,
): { message: string; hint: string | undefined } {
  return { message: say(texts?.message, words) ?? message, hint: say(texts?.hint, words) ?? hint };
}

/** A copy of the problem with translated texts, for API responses. */
export function translateProblem<Problem extends WordedProblem>(problem: Problem, words: Words): Problem {
  const { message, hint } = wordProblem(problem, words);
  return { ...problem, message, ...(hint !== undefined && { hint }) };
}

function say(text: ProblemText | undefined, words: Words): string | undefined {
  const sentence = text && words.problemTexts.sentences[text.key];
  return text === undefined || sentence === undefined ? undefined : fillIn(sentence, paramsIn(text, words));
}

/** Translates parameters: titles and descriptions of fields, and reasons, ours and zod's. */
function paramsIn({ params }: ProblemText, { nodeTexts, problemTexts }: Words): ProblemText['params'] {
  const { language, reasons, or } = problemTexts;
  const form = nodeTexts[String(params.type)]?.fields[String(params.field)];
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      const ofForm = name === 'title' ? form?.title : name === 'description' ? form?.description : undefined;
      const own = params[`${name}:${language}`] ?? ofForm;
      if (own !== undefined || typeof value !== 'string') return [name, own ?? value];
      if (KINDS.includes(name))
        return [
          name,
          kindsOf(value)
            .map((kind) => wordReason(kind, reasons))
            .join(or),
        ];
      return [name, SENTENCES.includes(name) ? wordReason(value, reasons) : value];
    }),
  );
}

type Reasons = Words['problemTexts']['reasons'];
const patterns = new WeakMap<Reasons, TextPatterns>();

/** A reason in a language. A missing translation falls back to the original text. */
function wordReason(reason: string, reasons: Reasons): string {
  const known = patterns.get(reasons) ?? new TextPatterns(reasons, { parts: PARTS });
  patterns.set(reasons, known);
  return known.translate(reason) ?? reason;
}

/** `text or true or false` names two. */
function kindsOf(value: string): string[] {
  const held = value.replace('true or false', 'true/false');
  return held.split(' or ').map((kind) => kind.replace('true/false', 'true or false'));
}
