import { celTagBegin, celTagEnd } from '#lib/expression/tag-end.ts';

/** Where in a text a reference is being written. */
export type Completion = {
  readonly from: number;
  readonly to: number;
  /** The text before the caret. */
  readonly query: string;
  /** The tag has no end yet. */
  readonly needsEnd: boolean;
  /** It is in CEL, where functions can be called. */
  readonly isCel: boolean;
};

type Asking = {
  readonly mode: 'template' | 'cel';
  /** The user requested the list, so it needs no first letter. */
  readonly isExplicit?: boolean;
};

/** Characters searched before the caret. Bounded, because the pattern is retried at each character. */
const MAX_REFERENCE_CHARS = 300;
const REFERENCE_AT_END = /(?:[A-Za-z_][\w]*(?:\[\d+\])?(?:\.|$))*[\w]*$/;

/** The reference at the caret; undefined where none is possible. */
export function completionAt(text: string, caret: number, { mode, isExplicit = false }: Asking): Completion | undefined {
  const open = mode === 'template' ? openTag(text, caret) : { kind: 'cel', begin: 0 };
  if (!open) return undefined;
  const inside = text.slice(open.begin, caret);
  const query = REFERENCE_AT_END.exec(inside.slice(-MAX_REFERENCE_CHARS))?.[0] ?? '';
  const before = inside.slice(0, inside.length - query.length);
  if (isInQuotes(before) || !mayBegin(open.kind, before)) return undefined;
  const isAwaited = mode === 'template' && (open.kind !== '{{=' || before.trim() === '');
  if (query === '' ? !isAwaited && !isExplicit : !/^[A-Za-z]/.test(query)) return undefined;
  const isCel = open.kind === 'cel' || open.kind === '{{=';
  const rest = /^[\w.]*/.exec(text.slice(caret))?.[0] ?? '';
  const after = text.slice(caret + rest.length);
  return {
    from: caret - query.length,
    to: caret + rest.length,
    query,
    needsEnd: open.kind.startsWith('{{') && !hasEnd(after),
    isCel,
  };
}

/** The text with a completed reference, and the typing that it replaces. */
export function completeReference(text: string, { from, to, needsEnd }: Completion, reference: string) {
  // Skips an existing closing bracket, so that the caret is behind the tag.
  const end = needsEnd ? '}}' : '';
  const typed = reference + end;
  return { from, to, typed, text: text.slice(0, from) + typed + text.slice(to), caret: from + typed.length };
}

function openTag(text: string, caret: number): { kind: string; begin: number } | undefined {
  const before = text.slice(0, caret);
  const at = Math.max(before.lastIndexOf('{{'), before.lastIndexOf('{%'));
  if (at < 0) return undefined;
  const cel = celTagBegin(before, at);
  if (cel !== undefined) return celTagEnd(before, cel) === undefined ? { kind: '{{=', begin: cel } : undefined;
  const begin = at + 2;
  return /\}\}|%\}/.test(before.slice(begin)) ? undefined : { kind: before.slice(at, begin), begin };
}

function hasEnd(after: string): boolean {
  return /^(?:(?!\{\{|\{%)[\s\S])*?\}\}/.test(after);
}

function isInQuotes(text: string): boolean {
  let quote = '';
  for (let index = 0; index < text.length; index++) {
    const sign = text[index] ?? '';
    if (quote !== '' && sign === '\\') index++;
    else if (quote === '' && (sign === '"' || sign === "'")) quote = sign;
    else if (sign === quote) quote = '';
  }
  return quote !== '';
}

/** A filter, a word of the tag and a field behind a bracket are no references. */
function mayBegin(kind: string, before: string): boolean {
  if (kind === '{{') return /(^|[:,(])\s*$/.test(before);
  if (kind === '{%') return /(\bin\s+|=\s*)$/.test(before);
  return !/[\w.\])]\s*$/.test(before) || /\bin\s+$/.test(before);
}
