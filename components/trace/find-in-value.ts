/** Where in a value something was found. */
export type Found = {
  /** As `order.lines[0].name`; empty for the value itself. */
  readonly path: string;
  /** The text around the place. */
  readonly excerpt: string;
};

const FOUND_MAX = 100;
const AROUND_LENGTH = 40;

/** Places whose name or value holds the text, in any case; at most a hundred. Nothing is found of an empty text. */
export function findInValue(value: unknown, text: string): Found[] {
  const found: Found[] = [];
  if (text !== '') walk(value, '', { sought: text.toLowerCase(), found });
  return found;
}

type Search = { readonly sought: string; readonly found: Found[] };

function walk(value: unknown, path: string, search: Search): void {
  if (search.found.length >= FOUND_MAX) return;
  if (typeof value !== 'object' || value === null) {
    const text = String(value);
    const at = text.toLowerCase().indexOf(search.sought);
    if (at >= 0) search.found.push({ path, excerpt: excerptOf(text, at, search.sought.length) });
    return;
  }
  for (const [name, inner] of Object.entries(value)) {
    const innerPath = Array.isArray(value) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`;
    const isNamed = !Array.isArray(value) && name.toLowerCase().includes(search.sought);
    if (isNamed && search.found.length < FOUND_MAX)
      search.found.push({
        path: innerPath,
        excerpt: excerptOf(typeof inner === 'object' ? JSON.stringify(inner) : String(inner), 0, 0),
      });
    // A field that is named so is told once, whatever it holds; what lies inside it may hold more.
    if (!isNamed || (typeof inner === 'object' && inner !== null)) walk(inner, innerPath, search);
  }
}

function excerptOf(text: string, at: number, length: number): string {
  const [from, to] = [Math.max(at - AROUND_LENGTH, 0), at + length + AROUND_LENGTH];
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`;
}
