import type { Element, ElementContent, Root } from 'hast';

const CITED = /\[(\d{1,3}(?:,\s?\d{1,3}){0,20})\]/g;
/** Where numbers in brackets are not sources. */
const NOT_IN = new Set(['code', 'pre', 'a', 'math']);

/** Makes chips of the numbers of sources, as `[1]` or `[2, 3]`. Numbers that no source has stay text. */
export function citePlugin(numbers: ReadonlySet<number>) {
  return () => (tree: Root) => {
    tree.children = tree.children.map((child) => (child.type === 'element' ? withChips(child, numbers) : child));
  };
}

function withChips(element: Element, numbers: ReadonlySet<number>): Element {
  if (NOT_IN.has(element.tagName)) return element;
  const children = element.children.flatMap((child): ElementContent[] => {
    if (child.type === 'element') return [withChips(child, numbers)];
    return child.type === 'text' ? chipsOf(child.value, numbers) : [child];
  });
  return { ...element, children };
}

function chipsOf(text: string, numbers: ReadonlySet<number>): ElementContent[] {
  const parts: ElementContent[] = [];
  let from = 0;
  for (const match of text.matchAll(CITED)) {
    const cited = (match[1] ?? '').split(',').map(Number);
    if (!cited.every((number) => numbers.has(number))) continue;
    // The chip has a margin of its own.
    parts.push({ type: 'text', value: text.slice(from, match.index).trimEnd() });
    parts.push(...cited.map(chipOf));
    from = match.index + match[0].length;
  }
  return [...parts, { type: 'text', value: text.slice(from) }];
}

function chipOf(number: number): Element {
  return {
    type: 'element',
    tagName: 'a',
    properties: { dataCite: String(number) },
    children: [{ type: 'text', value: String(number) }],
  };
}
