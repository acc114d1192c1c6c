import type { ASTNode } from '@marcbachmann/cel-js';
import { childrenOf } from './cel-references.ts';

type Checker = { readonly dynType: unknown };
type Check = (checker: Checker, ast: unknown, context: unknown) => unknown;

/**
 * Lets the two results of `a ? b : c` have different types, such as `1` and `2.5`. cel-js would
 * refuse literals of two types, and accept the same from fields.
 */
export function allowMixedBranches(ast: ASTNode): void {
  for (const child of childrenOf(ast)) allowMixedBranches(child);
  if (ast.op !== '?:') return;
  for (const branch of ast.args.slice(1)) {
    const { check } = branch as unknown as { check: Check };
    const checkAsAny: Check = (checker, ...rest) => {
      check.call(branch, checker, ...rest);
      return checker.dynType;
    };
    Object.defineProperty(branch, 'check', { value: checkAsAny });
  }
}
