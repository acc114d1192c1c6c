import { celTagBegin, celTagEnd } from '#lib/expression/tag-end.ts';

export type InsertedFunction = {
  /** Where it is written. */
  readonly at: number;
  readonly typed: string;
  /** The part to be replaced by what the function works on. */
  readonly selected: { readonly from: number; readonly to: number };
};

/** A call as text for a position: on the value before it, alone in an expression, or as a new `{{= … }}`. */
export function functionText(
  text: string,
  caret: number,
  { mode, form }: { mode: 'template' | 'cel'; form: string },
): InsertedFunction {
  const open = mode === 'cel' ? { isCel: true, end: caret } : openTag(text, caret);
  if (!open?.isCel) return withSelection(open?.end ?? caret, '{{= ', form, ' }}');
  const before = text.slice(0, caret).trimEnd();
  const call = /^\w+(\.\w+\(.*)$/.exec(form)?.[1];
  if (call === undefined || !/[\w)\].]$/.test(before)) return withSelection(caret, '', form, '');
  const typed = before.endsWith('.') ? call.slice(1) : call;
  const from = typed.indexOf('(') + 1;
  const first = /^[^,)]*/.exec(typed.slice(from))?.[0].length ?? 0;
  return { at: before.length, typed, selected: { from: before.length + from, to: before.length + from + first } };
}

function withSelection(at: number, prefix: string, form: string, suffix: string): InsertedFunction {
  const placeholder = /^\w+(?=[.\s])/.exec(form) ?? /(?<=\()\w+/.exec(form);
  const from = at + prefix.length + (placeholder?.index ?? form.length);
  return { at, typed: prefix + form + suffix, selected: { from, to: from + (placeholder?.[0].length ?? 0) } };
}

/** The tag around a position, and where it ends. */
function openTag(text: string, caret: number): { isCel: boolean; end: number } | undefined {
  // `lastIndexOf` reads a negative position as 0.
  const at = caret === 0 ? -1 : text.lastIndexOf('{{', caret - 1);
  if (at < 0) return undefined;
  const cel = celTagBegin(text, at);
  const end = cel === undefined ? text.indexOf('}}', at) : (celTagEnd(text, cel) ?? -1);
  if (end >= 0 && end + 2 <= caret) return undefined;
  return { isCel: cel !== undefined && caret >= cel, end: end < 0 ? text.length : end + 2 };
}
