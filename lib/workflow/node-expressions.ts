import { hasTags } from '../expression/has-tags.ts';
import { type ExpressionProblem, parseReferences, type Reference } from '../expression/references.ts';
import type { ModeOf } from '../expression/template.ts';

/** A config string that is evaluated as an expression. */
export type NodeExpression = {
  /** Path below `config`. */
  readonly path: readonly (string | number)[];
  readonly mode: 'template' | 'text' | 'cel';
  readonly source: string;
  readonly references: readonly Reference[];
  readonly problems: readonly ExpressionProblem[];
};

/** All expressions of a config, in document order. Never throws. */
export function findExpressions(config: unknown, modeOf: ModeOf): readonly NodeExpression[] {
  const found: NodeExpression[] = [];
  collect(config, [], modeOf, found);
  return found;
}

function collect(value: unknown, path: readonly (string | number)[], modeOf: ModeOf, found: NodeExpression[]): void {
  if (typeof value === 'string') collectString(value, path, modeOf, found);
  else if (Array.isArray(value)) value.forEach((item, index) => void collect(item, [...path, index], modeOf, found));
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) collect(item, [...path, key], modeOf, found);
}

function collectString(source: string, path: readonly (string | number)[], modeOf: ModeOf, found: NodeExpression[]): void {
  const mode = modeOf(path);
  if (mode === 'literal' || (mode !== 'cel' && !hasTags(source))) return;
  found.push({ path, mode, source, ...parseReferences(source, mode === 'cel' ? 'cel' : 'template') });
}
