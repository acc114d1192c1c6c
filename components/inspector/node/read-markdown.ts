/** Words of one look. */
export type Inline = { readonly text: string; readonly look: 'plain' | 'code' | 'strong' | 'emphasis' };
export type MarkdownBlock =
  | { readonly kind: 'paragraph'; readonly inlines: readonly Inline[] }
  | { readonly kind: 'list'; readonly items: readonly (readonly Inline[])[] };

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*/g;

/**
 * The Markdown subset of node docs: paragraphs, lists with `-`, `code`, **strong** and *emphasis*.
 * Anything else is text.
 */
export function readMarkdown(markdown: string): readonly MarkdownBlock[] {
  return markdown
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== '')
    .flatMap(readPart);
}

/** A list may follow a paragraph without an empty line between them. */
function readPart(part: string): readonly MarkdownBlock[] {
  const lines = part.split('\n');
  const first = lines.findIndex((line) => line.startsWith('- '));
  if (first < 0) return [paragraph(lines)];
  const list: MarkdownBlock = { kind: 'list', items: itemsOf(lines.slice(first)).map(readInlines) };
  return first === 0 ? [list] : [paragraph(lines.slice(0, first)), list];
}

function paragraph(lines: readonly string[]): MarkdownBlock {
  return { kind: 'paragraph', inlines: readInlines(joined(lines)) };
}

function itemsOf(lines: readonly string[]): readonly string[] {
  const items: string[][] = [];
  for (const line of lines) {
    if (line.startsWith('- ')) items.push([line.slice(2)]);
    else items.at(-1)?.push(line);
  }
  return items.map(joined);
}

function joined(lines: readonly string[]): string {
  return lines.map((line) => line.trim()).join(' ');
}

function readInlines(text: string): readonly Inline[] {
  const inlines: Inline[] = [];
  let end = 0;
  const plainUntil = (offset: number) => {
    if (offset > end) inlines.push({ text: text.slice(end, offset), look: 'plain' });
  };
  for (const match of text.matchAll(INLINE)) {
    plainUntil(match.index);
    end = match.index + match[0].length;
    const [, code, strong, emphasis] = match;
    if (code !== undefined) inlines.push({ text: code, look: 'code' });
    else if (strong !== undefined) inlines.push({ text: strong, look: 'strong' });
    else inlines.push({ text: emphasis ?? '', look: 'emphasis' });
  }
  plainUntil(text.length);
  return inlines;
}
