import { offsetOf, positionOf, type TextPosition } from './expression-error.ts';
import type { Path } from './read-path.ts';

/** A read of a node's value in an expression. */
export type Reference = {
  /** Node id; in a loop or map body also `loop` and `map`. */
  readonly root: string;
  /** Keys below the node's value, as far as they are constant. */
  readonly path: Path;
  /** The reference in canonical form: `fetch.body[0]`. */
  readonly text: string;
  readonly at: TextPosition;
  /** The expression handles a missing value: a `default` filter, or `has(…)` and `.?` in CEL. */
  readonly hasDefault: boolean;
  /** For the last of a chain of `default` filters: the nodes whose values it replaces. */
  readonly insteadOf?: readonly string[];
};

/** Why an expression is invalid. */
export type ExpressionProblem = { readonly message: string; readonly at: TextPosition; readonly hint?: string };

export function problemAt(source: string, offset: number, message: string, hint?: string): ExpressionProblem {
  return { message, at: positionOf(source, offset), ...(hint !== undefined && { hint }) };
}

/** Positions in a part of a text as positions in the whole text. */
export function positionAfter(
  whole: string,
  { source, offset }: { readonly source: string; readonly offset: number },
): (at: TextPosition) => TextPosition {
  return (at) => positionOf(whole, offset + offsetOf(source, at));
}
