/** Text of a page at a place, in points from its lower left corner. */
export type TextPiece = {
  readonly text: string;
  readonly x: number;
  /** Of the baseline. */
  readonly y: number;
  readonly width: number;
  readonly height: number;
};
/** A table, with the pieces of the page that are its cells. */
export type FoundTable = { readonly pieces: ReadonlySet<TextPiece>; readonly rows: readonly (readonly string[])[] };

/** Share of a line's height by which a text is another line. */
const SAME_LINE = 0.5;
/** Share of a line's height that parts two words. */
const WORD_GAP = 0.15;
const CJK_END = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]$/u;
const CJK_START = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;

export function isBlank({ text }: TextPiece): boolean {
  return text.trim() === '';
}

export function isSameLine(piece: TextPiece, other: TextPiece): boolean {
  return Math.abs(piece.y - other.y) < Math.max(piece.height, other.height, 1) * SAME_LINE;
}

/** Pieces in the order of the file, joined to lines; a gap within a line is a space, a wide one a tab. */
export function linesOf(pieces: readonly TextPiece[]): string[] {
  const lines: string[] = [];
  let last: TextPiece | undefined;
  for (const piece of pieces) {
    if (piece.text === '') continue;
    const height = Math.max(piece.height, last?.height ?? 0, 1);
    if (last === undefined || !isSameLine(piece, last) || piece.x < last.x) lines.push(piece.text);
    else lines[lines.length - 1] += gap(piece.x - (last.x + last.width), height) + piece.text;
    last = piece;
  }
  return lines.map((line) => line.trimEnd()).filter((line) => line !== '');
}

/** Pieces of a cell as one text: lines that were wrapped are joined, in Chinese and Japanese without a space. */
export function cellText(pieces: readonly TextPiece[]): string {
  let text = '';
  for (const line of linesOf(pieces)) {
    const next = line.trim();
    if (next === '') continue;
    const isJoined = text === '' || (CJK_END.test(text) && CJK_START.test(next));
    text += (isJoined ? '' : ' ') + next;
  }
  return text.replaceAll('\t', ' ');
}

function gap(width: number, height: number): string {
  if (width > height * 2) return '\t';
  return width > height * WORD_GAP ? ' ' : '';
}
