import { hasTags } from './has-tags.ts';
import type { ExpressionProblem, Reference } from './reference.ts';
import { parseTemplate } from './template-parser.ts';

/** What a template reads, found without Liquid, which is large; problems that only Liquid knows are not among these. */
export function templateReferences(source: string): {
  readonly references: readonly Reference[];
  readonly problems: readonly ExpressionProblem[];
} {
  if (!hasTags(source)) return { references: [], problems: [] };
  const { references, problems } = parseTemplate(source);
  return { references, problems };
}
