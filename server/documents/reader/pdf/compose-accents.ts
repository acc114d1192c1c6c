import { isBlank, isSameLine, type TextPiece } from './text-piece.ts';

/** Accents as characters of their own, and the marks that join the letter before them. */
const MARKS: Readonly<Record<string, string>> = {
  '¨': '\u0308',
  '´': '\u0301',
  '`': '\u0300',
  '^': '\u0302',
  ˆ: '\u0302',
  '~': '\u0303',
  '˜': '\u0303',
  '¯': '\u0304',
  '˘': '\u0306',
  '˙': '\u0307',
  '˚': '\u030a',
  '˝': '\u030b',
  ˇ: '\u030c',
  '¸': '\u0327',
  '˛': '\u0328',
};
const DOTLESS: Readonly<Record<string, string>> = { ı: 'i', ȷ: 'j' };
const LETTER = /^\p{L}/u;
/** Share of a line's height by which an accent and its letter overlap at least. Neighbours do not. */
const OVERLAP = 0.15;

/**
 * Letters with their accents, which older fonts draw as two signs in one place: TeX writes `f¨` and then `ur` from
 * below the accent on.
 */
export function composeAccents(pieces: readonly TextPiece[]): TextPiece[] {
  const composed: TextPiece[] = [];
  for (const piece of pieces) {
    const last = composed.at(-1);
    const both = last && isOver(last, piece) ? (accentBefore(last, piece) ?? accentAfter(last, piece)) : undefined;
    if (!both) {
      composed.push(piece);
      continue;
    }
    composed.pop();
    const before = composed.at(-1);
    // The gap to an accent is none before its letter.
    if (before && isBlank(before) && isOver(before, both[0] ?? piece)) composed.pop();
    composed.push(...both);
  }
  return composed;
}

function isOver(last: TextPiece, piece: TextPiece): boolean {
  const overlap = last.x + last.width - piece.x;
  // An accent alone may be drawn in the middle of its letter.
  const start = MARKS[last.text] === undefined ? last.x - 1 : last.x - last.height;
  return isSameLine(last, piece) && piece.x >= start && overlap > Math.max(last.height, piece.height) * OVERLAP;
}

/** `f¨` with `ur` over it. */
function accentBefore(last: TextPiece, piece: TextPiece): TextPiece[] | undefined {
  const mark = MARKS[last.text.at(-1) ?? ''];
  const [letter = ''] = LETTER.exec(piece.text) ?? [];
  if (mark === undefined || letter === '') return undefined;
  const text = withMark(letter, mark) + piece.text.slice(letter.length);
  const before = last.text.slice(0, -1);
  const rest = before === '' ? [] : [{ ...last, text: before, width: Math.max(0, piece.x - last.x) }];
  return [...rest, { ...piece, text }];
}

/** `c` with `¸a` over it. */
function accentAfter(last: TextPiece, piece: TextPiece): TextPiece[] | undefined {
  const mark = MARKS[piece.text[0] ?? ''];
  const letter = Array.from(last.text).at(-1) ?? '';
  if (mark === undefined || !LETTER.test(letter)) return undefined;
  const text = last.text.slice(0, -letter.length) + withMark(letter, mark);
  const rest = piece.text.slice(1);
  const end = piece.x + piece.width - last.x;
  return [{ ...last, text: text + rest, width: Math.max(last.width, end) }];
}

function withMark(letter: string, mark: string): string {
  return ((DOTLESS[letter] ?? letter) + mark).normalize('NFC');
}
