import { previewOf } from '#components/ui/value-views.ts';

/** A match in a value: its path and its text, in one line. */
export type Found = { readonly path: string; readonly preview: string };

const FOUND_MAX = 100;

/** Paths of a value whose key or text contains the search text, ignoring case; at most a hundred. */
export function findInValue(value: unknown, wanted: string): readonly Found[] {
  const text = wanted.trim().toLowerCase();
  const found: Found[] = [];
  if (text === '') return found;
  const visit = (inner: unknown, path: string, name: string): void => {
    if (found.length >= FOUND_MAX) return;
    const isInner = typeof inner === 'object' && inner !== null;
    if (name.toLowerCase().includes(text) || (!isInner && String(inner).toLowerCase().includes(text)))
      found.push({ path, preview: isInner ? previewOf(inner) : around(inner, text) });
    if (isInner)
      for (const [key, one] of Object.entries(inner))
        visit(one, Array.isArray(inner) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`, key);
  };
  visit(value, '', '');
  return found;
}

const AROUND_CHARS = 40;

/** Of a long text the part in which it was found. */
function around(value: unknown, text: string): string {
  if (typeof value !== 'string') return previewOf(value);
  const at = value.toLowerCase().indexOf(text);
  const from = Math.max(at - AROUND_CHARS, 0);
  const to = at + text.length + AROUND_CHARS;
  const part = JSON.stringify(value.slice(from, to));
  return `${from > 0 ? '…' : ''}${part}${to < value.length ? '…' : ''}`;
}
