import type { Language } from '../i18n/language.ts';
import { promptText } from '../i18n/prompt-text.ts';
import type { Todo } from '../run/todo.ts';
import { cutText } from '../text/cut-text.ts';

/** Upper bound of a recital; enough for 20 short steps. */
const MAX_TOKENS = 200;
/** Texts are cut to the first of these lengths with which the recital fits. */
const TEXT_LENGTHS = [120, 80, 50, 30, 16];

const marks: Readonly<Record<Exclude<Todo['status'], 'dropped'>, string>> = { pending: '○', active: '○', done: '✓', failed: '✗' };

/**
 * The plan as the end of the context repeats it: `[Current Task Progress]` and one line
 * `✓ 1. text` or `○ 2. text` a step, at most 200 tokens. Steps that do not fit are counted. Empty
 * without steps.
 */
export function recitePlan(todos: readonly Todo[], language: Language): string {
  const shown = todos.filter(({ status }) => status !== 'dropped');
  if (shown.length === 0) return '';
  const heading = promptText(language, 'plan-progress');
  const linesOf = (length: number) =>
    shown.map(
      ({ status, text }, index) => `${marks[status as keyof typeof marks]} ${index + 1}. ${cutText(oneLine(text), length)}`,
    );
  for (const length of TEXT_LENGTHS) {
    const recital = [heading, ...linesOf(length)].join('\n');
    if (roughTokens(recital) <= MAX_TOKENS) return recital;
  }
  return shortened(heading, linesOf(TEXT_LENGTHS.at(-1) as number), shown);
}

/** The lines around the first open step. */
function shortened(heading: string, lines: readonly string[], shown: readonly Todo[]): string {
  const open = shown.findIndex(({ status }) => status !== 'done');
  let from = open < 0 ? lines.length - 1 : open;
  let to = from + 1;
  const text = () =>
    [
      heading,
      ...(from > 0 ? [`… ${from}`] : []),
      ...lines.slice(from, to),
      ...(to < lines.length ? [`… ${lines.length - to}`] : []),
    ].join('\n');
  for (;;) {
    const before = text();
    if (to < lines.length) to++;
    else if (from > 0) from--;
    else return before;
    if (roughTokens(text()) > MAX_TOKENS) return before;
  }
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Never less than a tokenizer counts: three characters of a Latin text, or one of any other. */
function roughTokens(text: string): number {
  let tokens = 0;
  for (const char of text) tokens += (char.codePointAt(0) as number) < 0x250 ? 1 / 3 : 1;
  return Math.ceil(tokens);
}
