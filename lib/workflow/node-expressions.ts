import { hasTags } from '../expression/has-tags.ts';
import { type ExpressionProblem, type ParsedExpression, parseReferences } from '../expression/references.ts';
import { celCharsOf } from '../expression/tag-end.ts';
import type { ModeOf } from '../expression/template.ts';

/** A config string that is evaluated as an expression. */
export type NodeExpression = ParsedExpression & {
  /** Path below `config`. */
  readonly path: readonly (string | number)[];
  readonly mode: 'template' | 'text' | 'cel';
  readonly source: string;
};

/** Characters of CEL that may still be parsed. A quarter of a megabyte takes a tenth of a second. */
export type CelBudget = { chars: number };
export const MAX_CEL_CHARS = 250_000;
/** Fixed cost of an expression, in characters. */
const CHARS_OF_EXPRESSION = 50;

type Finding = { readonly modeOf: ModeOf; readonly found: NodeExpression[]; readonly budget: CelBudget };

/** All expressions of a config, in document order. Never throws. @param budget shared by the configs of one document */
export function findExpressions(
  config: unknown,
  modeOf: ModeOf,
  budget: CelBudget = { chars: MAX_CEL_CHARS },
): readonly NodeExpression[] {
  const found: NodeExpression[] = [];
  collect(config, [], { modeOf, found, budget });
  return found;
}

function collect(value: unknown, path: readonly (string | number)[], finding: Finding): void {
  if (typeof value === 'string') collectString(value, path, finding);
  else if (Array.isArray(value)) value.forEach((item, index) => void collect(item, [...path, index], finding));
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) collect(item, [...path, key], finding);
}

function collectString(source: string, path: readonly (string | number)[], { modeOf, found, budget }: Finding): void {
  const mode = modeOf(path);
  if (mode === 'literal' || (mode !== 'cel' && !hasTags(source))) return;
  const celChars = mode === 'cel' ? source.length + CHARS_OF_EXPRESSION : celCharsOf(source, CHARS_OF_EXPRESSION);
  budget.chars -= celChars;
  if (budget.chars >= 0 || celChars === 0) {
    found.push({ path, mode, source, ...parseReferences(source, mode === 'cel' ? 'cel' : 'template') });
  } else if (Number.isFinite(budget.chars)) {
    found.push({ path, mode, source, references: [], problems: [tooMuchCel], celParts: [] });
    // Said once.
    budget.chars = Number.NEGATIVE_INFINITY;
  }
}

const tooMuchCel: ExpressionProblem = {
  message: `The expressions of all nodes together may hold ${MAX_CEL_CHARS} characters`,
  at: { line: 1, column: 1 },
};
