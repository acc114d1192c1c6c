import type { TextPosition } from '#lib/expression/expression-error.ts';

export type TextPiece = { readonly text: string; readonly offset: number; readonly kind: 'plain' | 'reference' | 'wrong' };

type Marking = {
  readonly mode: 'template' | 'cel';
  /** In CEL a name is a reference only when a node has it. */
  isNode(name: string): boolean;
  /** Where a reference is at fault. */
  readonly wrongAt: readonly TextPosition[];
};

const TAGS = /\{\{(?:(?!\}\})[\s\S])*\}\}|\{%(?:(?!%\})[\s\S])*%\}/g;
const CEL_PARTS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|(?<![\w.])[A-Za-z_]\w*(?:\.\w+|\[\d+\])*/g;

/** A text in pieces, in its order, so that what it refers to can be shown. Together they are the text. */
export function markReferences(text: string, { mode, isNode, wrongAt }: Marking): readonly TextPiece[] {
  const wrong = wrongAt.map((at) => offsetOf(text, at));
  const pieces: TextPiece[] = [];
  let end = 0;
  const plainUntil = (offset: number) => {
    if (offset > end) pieces.push({ text: text.slice(end, offset), offset: end, kind: 'plain' });
  };
  for (const match of text.matchAll(mode === 'template' ? TAGS : CEL_PARTS)) {
    const [found] = match;
    if (mode === 'cel' && !isNode(/^\w+/.exec(found)?.[0] ?? '') && !wrong.includes(match.index)) continue;
    plainUntil(match.index);
    end = match.index + found.length;
    const isWrong = wrong.some((offset) => offset >= match.index && offset < end);
    pieces.push({ text: found, offset: match.index, kind: isWrong ? 'wrong' : 'reference' });
  }
  plainUntil(text.length);
  return pieces;
}

function offsetOf(text: string, { line, column }: TextPosition): number {
  let begin = 0;
  for (let number = 1; number < line; number++) begin = text.indexOf('\n', begin) + 1;
  return begin + column - 1;
}
