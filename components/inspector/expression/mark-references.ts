import type { TextPosition } from '#lib/expression/expression-error.ts';
import { offsetOf } from '#lib/expression/replace-reference.ts';
import { celTagBegin } from '#lib/expression/tag-end.ts';
import type { Problem } from '#lib/workflow/problem.ts';
import { findTags } from './find-tags.ts';

/** Where a reference is at fault, and how badly. */
export type ProblemRange = TextPosition & Partial<Pick<Problem, 'severity'>>;

export type TextPiece = {
  readonly text: string;
  readonly offset: number;
  /** `expression`: the rest of a tag with CEL. */
  readonly kind: 'plain' | 'reference' | 'expression' | 'wrong' | 'doubtful';
};

type Marking = {
  readonly mode: 'template' | 'cel';
  /** In CEL a name is a reference only when a node has it. */
  isNode(name: string): boolean;
  /** Where a reference is at fault. */
  readonly wrongAt: readonly ProblemRange[];
};

type Wrong = { readonly offset: number; readonly isDoubt: boolean };
type Span = { readonly text: string; readonly index: number };

const CEL_PARTS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|(?<![\w.])[A-Za-z_]\w*(?:\.\w+|\[\d+\])*/g;
const TOKEN = /[A-Za-z_]\w*|\S/y;

/** Names that an expression can read besides the ids of nodes. */
export const scopeVariables: ReadonlySet<string> = new Set(['branch', 'loop', 'map']);

/** A text in pieces, in its order, so that what it refers to can be shown. Together they are the text. */
export function markReferences(text: string, { mode, isNode, wrongAt }: Marking): readonly TextPiece[] {
  const wrong = wrongAt.map((at) => ({ offset: offsetOf(text, at), isDoubt: at.severity === 'warning' }));
  const pieces: TextPiece[] = [];
  const kindOf = ({ text: found, index }: Span, otherwise: TextPiece['kind']) => {
    const inside = wrong.filter(({ offset }) => offset >= index && offset < index + found.length);
    if (inside.length === 0) return otherwise;
    return inside.every(({ isDoubt }) => isDoubt) ? 'doubtful' : 'wrong';
  };
  const pushSpans = (whole: Span, spans: readonly Span[], rest: TextPiece['kind']) => {
    let end = whole.index;
    const pushRest = (offset: number) => {
      if (offset > end) pieces.push({ text: text.slice(end, offset), offset: end, kind: rest });
    };
    for (const span of spans) {
      pushRest(span.index);
      const tag = celTagBegin(span.text, 0);
      if (tag === undefined) pieces.push({ text: span.text, offset: span.index, kind: kindOf(span, 'reference') });
      else pushSpans(span, celSpans(span, { isNode, wrong }), 'expression');
      end = span.index + span.text.length;
    }
    pushRest(whole.index + whole.text.length);
  };
  const whole = { text, index: 0 };
  pushSpans(whole, mode === 'template' ? findTags(text) : celSpans(whole, { isNode, wrong }), 'plain');
  return pieces;
}

/** References in CEL, and words or signs at which something is wrong. */
function celSpans({ text, index: from }: Span, { isNode, wrong }: { isNode(name: string): boolean; wrong: readonly Wrong[] }) {
  const isWrongAt = (at: number) => wrong.some(({ offset }) => offset === at);
  const spans = [...text.matchAll(CEL_PARTS)]
    .map((match): Span => ({ text: match[0], index: from + match.index }))
    .filter(({ text: found, index }) => isNode(/^\w+/.exec(found)?.[0] ?? '') || isWrongAt(index));
  const isIn = (at: number) => spans.some((span) => at >= span.index && at < span.index + span.text.length);
  const others = wrong.flatMap(({ offset }): readonly Span[] => {
    TOKEN.lastIndex = offset - from;
    const found = offset < from || isIn(offset) ? undefined : TOKEN.exec(text)?.[0];
    return found === undefined ? [] : [{ text: found, index: offset }];
  });
  const distinct = new Map([...spans, ...others].map((span) => [span.index, span]));
  return [...distinct.values()].sort((a, b) => a.index - b.index);
}
