/** Marks of a list before its text: `- `, `* `, `• `, `1. `, `2) `. */
const MARK = /^(?:[-*•]|\d{1,3}[.)])\s+/;
/** A tab as of a sheet, or a colon. */
const SEPARATOR = /\t|:\s|：/;

export type TitledLine = {
  readonly title: string;
  /** What follows the title; empty for none. */
  readonly text: string;
};

/** `Billing: questions on an invoice` on each line, without the marks of a list and without empty lines. */
export function titledLines(text: string): readonly TitledLine[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim().replace(MARK, ''))
    .filter((line) => line !== '')
    .map((line) => {
      const at = line.search(SEPARATOR);
      return at <= 0
        ? { title: line.replace(/[:：]$/, '').trim(), text: '' }
        : { title: line.slice(0, at).trim(), text: line.slice(at + 1).trim() };
    });
}
