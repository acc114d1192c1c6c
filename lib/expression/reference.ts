import { positionOf, type TextPosition } from './expression-error.ts';
import type { Path } from './read-path.ts';

/** One place where an expression reads a node's value. */
export type Reference = {
  /** The node's id; in a loop or map body also `loop` and `map`. */
  readonly root: string;
  /** Keys below the node's value, as far as they are known without running. */
  readonly path: Path;
  /** As written, in its plain form: `fetch.body[0]`. */
  readonly text: string;
  readonly at: TextPosition;
  /** The expression says what to take when there is nothing: a `default` after the path, or `has(…)` and `.?` in CEL. */
  readonly hasDefault: boolean;
};

/** Why an expression cannot be read. */
export type ExpressionProblem = { readonly message: string; readonly at: TextPosition; readonly hint?: string };

export function problemAt(source: string, offset: number, message: string, hint?: string): ExpressionProblem {
  return { message, at: positionOf(source, offset), ...(hint !== undefined && { hint }) };
}
