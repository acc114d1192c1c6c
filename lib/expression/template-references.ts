import { hasTags } from './has-tags.ts';
import type { ExpressionProblem, Reference } from './reference.ts';
import { parseTemplate } from './template-parser.ts';

/**
 * References of a template, found without loading Liquid; problems that only Liquid detects are not
 * included.
 */
export function templateReferences(source: string): {
  readonly references: readonly Reference[];
  readonly problems: readonly ExpressionProblem[];
} {
  if (!hasTags(source)) return { references: [], problems: [] };
  const { references, problems } = parseTemplate(source);
  return { references, problems };
}
