/** Ends of sentences, of clauses, and of words: the first kind that leaves short enough parts is used. */
const ENDS = [/[。！？…；!?]|[.;](?=\s)|\n/u, /[，、：,:]|\s/u];

export type TextPart = { readonly text: string; readonly start: number };

/**
 * Cuts a text into parts of at most `maxChars`, between sentences where it can, then between clauses
 * and words. Nothing is lost but space at the ends of parts.
 */
export function splitSentences(text: string, maxChars: number): TextPart[] {
  const parts: TextPart[] = [];
  for (let start = 0; start < text.length; ) {
    const end = text.length - start <= maxChars ? text.length : start + lengthOfPart(text.slice(start, start + maxChars));
    const part = text.slice(start, end);
    const trimmed = part.trim();
    if (trimmed !== '') parts.push({ text: trimmed, start: start + part.indexOf(trimmed) });
    start = end;
  }
  return parts;
}

/** Where the last sentence in the window ends; in its second half, so that parts are not tiny. */
function lengthOfPart(window: string): number {
  const least = Math.floor(window.length / 2);
  for (const end of ENDS) {
    for (let index = window.length - 1; index >= least; index--) {
      if (!end.test(window.slice(index, index + 2)) || !end.test(`${window[index]} `)) continue;
      return index + 1;
    }
  }
  // Between the halves of a character outside the basic plane there is no place to cut.
  return /[\uD800-\uDBFF]$/.test(window) ? window.length - 1 : window.length;
}
