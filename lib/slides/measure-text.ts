/**
 * Widths of the characters ` ` to `~` in Arial, in thousandths of the font size; Helvetica and
 * Liberation Sans have the same ones. Source: the AFM file of Helvetica.
 */
const ASCII_WIDTHS = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556,
  556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778,
  722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222,
  500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
const OTHER_WIDTH = 556;
const FULL_WIDTH = 1000;
/** Bold letters are this much wider, on average. */
const BOLD = 1.07;

/** Ideographs, kana, hangul, and punctuation as wide as they are. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}|[\u{20000}-\u{3fffd}]/u;
/** A line does not begin with these. */
const CLOSING = /[,.;:!?)\]}%，。、；：！？）】」』》〉”’…]/u;
/** A line does not end with these. */
const OPENING = /[([{（【「『《〈“‘]/u;

/** Of a text on one line, in the unit of `size`. */
export function textWidth(text: string, { size, isBold = false }: { size: number; isBold?: boolean }): number {
  let width = 0;
  for (const char of text) width += charWidth(char);
  return (width / 1000) * size * (isBold ? BOLD : 1);
}

function charWidth(char: string): number {
  const ascii = ASCII_WIDTHS[(char.codePointAt(0) ?? 0) - 32];
  if (ascii !== undefined && char.length === 1) return ascii;
  return WIDE.test(char) ? FULL_WIDTH : OTHER_WIDTH;
}

/**
 * Pieces of a text between which a line may end: words with the space after them, and each
 * character of a script that is written without spaces. Together they are the text.
 */
function breakPieces(text: string): string[] {
  const pieces: string[] = [];
  let piece = '';
  let last = '';
  for (const char of text) {
    const isAfterSpace = /\s/.test(last) && !/\s/.test(char);
    const isBetweenWide = (WIDE.test(char) || WIDE.test(last)) && !CLOSING.test(char) && !OPENING.test(last) && !/\s/.test(char);
    if (piece !== '' && (isAfterSpace || isBetweenWide)) {
      pieces.push(piece);
      piece = '';
    }
    piece += char;
    last = char;
  }
  if (piece !== '') pieces.push(piece);
  return pieces;
}

export type MeasuredRun = { readonly text: string; readonly size: number; readonly isBold?: boolean };

/** The runs of a paragraph as lines of at most `width`; a piece that is wider is cut between characters. */
export function wrapRuns<Run extends MeasuredRun>(runs: readonly Run[], width: number): Run[][] {
  const lines: Run[][] = [];
  let line: Run[] = [];
  let used = 0;
  const endLine = () => {
    lines.push(line);
    line = [];
    used = 0;
  };
  const put = (run: Run, text: string) => {
    const last = line.at(-1);
    // Runs of one style continue each other.
    if (last && isSameStyle(last, run)) line[line.length - 1] = { ...last, text: last.text + text };
    else line.push({ ...run, text });
    used += textWidth(text, run);
  };
  for (const run of runs) {
    for (const [index, part] of run.text.split('\n').entries()) {
      if (index > 0) endLine();
      for (const piece of breakPieces(part)) {
        if (used > 0 && used + textWidth(piece.trimEnd(), run) > width) endLine();
        if (textWidth(piece.trimEnd(), run) <= width) put(run, piece);
        else
          for (const char of piece) {
            if (used > 0 && used + textWidth(char, run) > width) endLine();
            put(run, char);
          }
      }
    }
  }
  endLine();
  return lines;
}

function isSameStyle<Run extends MeasuredRun>(one: Run, other: Run): boolean {
  return Object.entries(one).every(([key, value]) => key === 'text' || other[key as keyof Run] === value);
}
