import type { TextPosition } from '#lib/expression/expression-error.ts';
import { offsetOf } from '#lib/expression/replace-reference.ts';
import type { Problem } from '#lib/workflow/problem.ts';
import { findTags } from './find-tags.ts';

/** Where a reference is at fault, and how badly. */
export type ProblemRange = TextPosition & Partial<Pick<Problem, 'severity'>>;

export type TextPiece = {
  readonly text: string;
  readonly offset: number;
  readonly kind: 'plain' | 'reference' | 'wrong' | 'doubtful';
};

type Marking = {
  readonly mode: 'template' | 'cel';
  /** In CEL a name is a reference only when a node has it. */
  isNode(name: string): boolean;
  /** Where a reference is at fault. */
  readonly wrongAt: readonly ProblemRange[];
};

const CEL_PARTS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|(?<![\w.])[A-Za-z_]\w*(?:\.\w+|\[\d+\])*/g;

/** A text in pieces, in its order, so that what it refers to can be shown. Together they are the text. */
export function markReferences(text: string, { mode, isNode, wrongAt }: Marking): readonly TextPiece[] {
  const wrong = wrongAt.map((at) => ({ offset: offsetOf(text, at), isDoubt: at.severity === 'warning' }));
  const pieces: TextPiece[] = [];
  let end = 0;
  const plainUntil = (offset: number) => {
    if (offset > end) pieces.push({ text: text.slice(end, offset), offset: end, kind: 'plain' });
  };
  const parts =
    mode === 'template' ? findTags(text) : [...text.matchAll(CEL_PARTS)].map((match) => ({ text: match[0], index: match.index }));
  for (const match of parts) {
    const found = match.text;
    if (mode === 'cel' && !isNode(/^\w+/.exec(found)?.[0] ?? '') && !wrong.some(({ offset }) => offset === match.index)) continue;
    plainUntil(match.index);
    end = match.index + found.length;
    const inside = wrong.filter(({ offset }) => offset >= match.index && offset < end);
    const kind = inside.length === 0 ? 'reference' : inside.every(({ isDoubt }) => isDoubt) ? 'doubtful' : 'wrong';
    pieces.push({ text: found, offset: match.index, kind });
  }
  plainUntil(text.length);
  return pieces;
}
