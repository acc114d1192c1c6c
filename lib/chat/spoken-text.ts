/** The first part is short, so that speaking begins soon. Models of OpenAI take 4096 characters. */
const FIRST_PART_CHARS = 800;
const PART_CHARS = 4000;

const FENCE = /^ {0,3}(?:```|~~~).*$/gm;
/** The target of a link, without its text. */
const TARGET = /\]\([^()\s]{1,2000}\)/g;
const CITATION = / ?\[\d{1,3}\]/g;
/** The line below the head of a table, and rules. */
const RULE = /^[|:\-*_ ]+$/gm;
const LINE_MARK = /^ {0,8}(?:#{1,6}|>|[-*+]) /gm;
const MARKS = /[*`|[\]#]|__|~~|\$\$|!(?=\[)/g;
const ENDS = ['\n', '. ', '! ', '? ', '。', '！', '？'];

/** An answer as it is spoken: its words without the marks of Markdown. */
export function spokenText(markdown: string): string {
  return markdown
    .replaceAll('\r\n', '\n')
    .replace(CITATION, '')
    .replace(FENCE, '')
    .replace(TARGET, ']')
    .replace(RULE, '')
    .replace(LINE_MARK, '')
    .replaceAll(' | ', ', ')
    .replace(MARKS, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** An answer in the parts that are spoken one after the other, each ending with a sentence where it can. */
export function spokenParts(markdown: string): string[] {
  const parts: string[] = [];
  let rest = spokenText(markdown);
  while (rest !== '') {
    const end = endOfPart(rest, parts.length === 0 ? FIRST_PART_CHARS : PART_CHARS);
    const part = rest.slice(0, end).trim();
    if (part !== '') parts.push(part);
    rest = rest.slice(end);
  }
  return parts;
}

function endOfPart(text: string, maxChars: number): number {
  if (text.length <= maxChars) return text.length;
  const head = text.slice(0, maxChars);
  const sentence = Math.max(...ENDS.map((end) => (head.includes(end) ? head.lastIndexOf(end) + end.length : 0)));
  if (sentence > 0) return sentence;
  const space = head.lastIndexOf(' ');
  if (space > 0) return space;
  // Never in the middle of a character.
  return /[\ud800-\udbff]$/.test(head) ? maxChars - 1 : maxChars;
}
