import type { ExpressionProblem, Reference } from '../expression/reference.ts';
import { celTagBegin, celTagEnd } from '../expression/tag-end.ts';

type ReadTemplate = {
  readonly mode: 'template' | 'text' | 'cel';
  readonly source: string;
  readonly references: readonly Reference[];
  readonly problems: readonly ExpressionProblem[];
};

/** The reference of a template that is exactly one `{{path}}`; its value keeps its type. */
export function onlyReference({ mode, source, references, problems }: ReadTemplate): Reference | undefined {
  const [reference] = references;
  if (mode !== 'template' || problems.length > 0 || references.length !== 1 || !reference) return undefined;
  return /^\{\{\s*[A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+|\[[^\]]*\])*\s*\}\}$/.test(source) ? reference : undefined;
}

/** True if the value of a template may have any type: it is one tag with filters or with CEL. */
export function isSingleTag(source: string): boolean {
  const begin = celTagBegin(source, 0);
  if (begin !== undefined) return celTagEnd(source, begin) === source.length - 2;
  return /^\{\{(?:(?!\}\}|\{\{)[\s\S])*\}\}$/.test(source);
}
