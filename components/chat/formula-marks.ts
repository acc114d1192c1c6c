/** Longer texts between dollar signs are prices and sentences. */
const MAX_INLINE_CHARS = 300;
const MAX_BLOCK_CHARS = 5000;
const BLOCK = '$$';

/**
 * The text with all its formulas between `$$`: models write `\(x\)`, `\[x\]` and `$x$`, too. Code stays as it is, and
 * dollar signs of prices do.
 * @returns the text itself where it has no formula
 */
export function formulaMarks(text: string): string {
  if (!text.includes('$') && !text.includes('\\(') && !text.includes('\\[')) return text;
  let out = '';
  let at = 0;
  while (at < text.length) {
    const piece = codeAt(text, at) ?? formulaAt(text, at);
    out += piece?.as ?? text[at];
    at = piece?.end ?? at + 1;
  }
  return out;
}

/** Whether a text in which formulas are marked has one. */
export function hasFormula(marked: string): boolean {
  return marked.includes(BLOCK);
}

type Piece = { readonly as: string; readonly end: number };

function codeAt(text: string, at: number): Piece | undefined {
  if (text[at] !== '`') return undefined;
  let marks = at;
  while (text[marks] === '`') marks++;
  const close = text.indexOf(text.slice(at, marks), marks);
  const end = close === -1 ? text.length : close + (marks - at);
  return { as: text.slice(at, end), end };
}

function formulaAt(text: string, at: number): Piece | undefined {
  if (text.startsWith(BLOCK, at)) return between(text, { at, open: BLOCK, close: BLOCK }, (formula) => `$$${formula}$$`);
  if (text.startsWith('\\(', at)) return between(text, { at, open: '\\(', close: '\\)' }, (formula) => `$$${formula.trim()}$$`);
  if (text.startsWith('\\[', at))
    return between(text, { at, open: '\\[', close: '\\]' }, (formula) => `\n$$\n${formula.trim()}\n$$\n`);
  return text[at] === '$' ? dollarsAt(text, at) : undefined;
}

type Marks = { readonly at: number; readonly open: string; readonly close: string };

function between(text: string, { at, open, close }: Marks, write: (formula: string) => string): Piece | undefined {
  const from = at + open.length;
  const window = text.slice(from, from + MAX_BLOCK_CHARS);
  const length = window.indexOf(close);
  if (length === -1) return { as: open, end: from };
  return { as: write(window.slice(0, length)), end: from + length + close.length };
}

function dollarsAt(text: string, at: number): Piece | undefined {
  const window = text.slice(at + 1, at + 1 + MAX_INLINE_CHARS);
  const length = window.indexOf('$');
  const formula = window.slice(0, Math.max(0, length));
  const isClosed = length > 0 && !/\d/.test(window[length + 1] ?? '');
  return isClosed && isFormula(formula) ? { as: `$$${formula}$$`, end: at + length + 2 } : undefined;
}

function isFormula(text: string): boolean {
  if (text.includes('\n') || text.startsWith(' ') || text.endsWith(' ')) return false;
  return /[\\^_=<>]/.test(text) || /^[a-zA-Z]$/.test(text);
}
