import { checkTemplate } from './check-template.ts';
import { analyseCel } from './condition.ts';
import { hasTags } from './has-tags.ts';
import type { ExpressionProblem, Reference } from './reference.ts';

export type { ExpressionProblem, Reference } from './reference.ts';

/** References and problems of an expression; never throws. Variables of a template are not references. */
export function parseReferences(
  source: string,
  mode: 'template' | 'cel',
): { readonly references: readonly Reference[]; readonly problems: readonly ExpressionProblem[] } {
  if (mode === 'template') return hasTags(source) ? pick(checkTemplate(source)) : { references: [], problems: [] };
  return pick(analyseCel(source));
}

function pick<T extends { references: readonly Reference[]; problems: readonly ExpressionProblem[] }>({
  references,
  problems,
}: T) {
  return { references, problems };
}
