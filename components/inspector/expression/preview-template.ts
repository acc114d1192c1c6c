import { findTags } from '#components/inspector/expression/find-tags.ts';
import { ExpressionError } from '#lib/expression/expression-error.ts';
import type { Scope } from '#lib/expression/read-path.ts';
import { compileTemplate } from '#lib/expression/template.ts';

export type PreviewPiece = {
  readonly offset: number;
  readonly text: string;
  /** `filled`: a reference's value. `missing`: there is none, and `message` says why. */
  readonly kind: 'plain' | 'filled' | 'missing';
  readonly message?: string;
};

/** A template with its references replaced by values. A reference without a value stays, with the reason. */
export function previewTemplate(source: string, scope: Scope): readonly PreviewPiece[] {
  // The tags of a loop belong together, so such a text is rendered as one.
  if (source.includes('{%')) return [evaluatePiece(source, 0, scope)];
  const pieces: PreviewPiece[] = [];
  let end = 0;
  const pushPlain = (until: number) => {
    if (until > end) pieces.push({ offset: end, text: source.slice(end, until), kind: 'plain' });
  };
  for (const { text, index } of findTags(source)) {
    pushPlain(index);
    pieces.push(evaluatePiece(text, index, scope));
    end = index + text.length;
  }
  pushPlain(source.length);
  return pieces;
}

function evaluatePiece(source: string, offset: number, scope: Scope): PreviewPiece {
  try {
    const value = compileTemplate(source, { isText: true }).evaluate(scope);
    return { offset, text: String(value), kind: 'filled' };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { offset, text: source, kind: 'missing', message: error.message };
  }
}
