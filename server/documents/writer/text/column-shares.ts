import type { Cell } from './markdown-blocks.ts';

/** In widths of a Latin character. A long text wraps; a short one needs some room all the same. */
const MIN_WIDTH = 6;
const MAX_WIDTH = 44;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\uff00-\uffef]/u;

/**
 * What share of a table's width each column gets, by its longest text: numbers little, sentences much.
 * @returns one number a column; 1 together
 */
export function columnShares(rows: readonly (readonly Cell[])[], width: number): number[] {
  const widths = Array.from({ length: width }, (_, column) => {
    const longest = Math.max(0, ...rows.map((row) => textWidth(row[column])));
    return Math.min(Math.max(longest, MIN_WIDTH), MAX_WIDTH) + 2;
  });
  const sum = widths.reduce((all, one) => all + one, 0);
  return widths.map((one) => one / sum);
}

function textWidth(cell: Cell | undefined): number {
  let width = 0;
  for (const { text } of cell?.spans ?? []) for (const char of text) width += WIDE.test(char) ? 2 : 1;
  return width;
}
