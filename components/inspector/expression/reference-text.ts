import { completionAt } from '#components/inspector/expression/complete-reference.ts';

/** A reference as text for a position: in braces in a template, unless inside a tag; bare in a condition. */
export function referenceText(
  text: string,
  caret: number,
  { mode, reference }: { mode: 'template' | 'cel'; reference: string },
): string {
  if (mode === 'cel') return reference;
  const at = completionAt(text, caret, { mode, isExplicit: true });
  if (!at) return `{{${reference}}}`;
  return at.needsEnd ? `${reference}}}` : reference;
}
