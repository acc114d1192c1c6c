/** Marks of Markdown, which are not read out. */
const MARKS = /[*_`#>|~]|-{3,}|\[\d{1,3}\]/g;
const ENDS = ['. ', '! ', '? ', '.\n', '!\n', '?\n', '。', '！', '？', '\n\n'];

/** Where the last whole sentence of a growing text ends; 0 before the first one has. */
export function endOfSentences(text: string): number {
  return Math.max(0, ...ENDS.map((end) => text.lastIndexOf(end) + (text.includes(end) ? end.length : 1)));
}

/** A part of an answer as it is read out. */
export function spoken(markdown: string): string {
  return markdown.replace(MARKS, '').replaceAll(/\s+/g, ' ').trim();
}
