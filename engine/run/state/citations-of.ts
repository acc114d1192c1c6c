import { type Citation, citationSchema } from '#lib/text/citation.ts';
import { type Results, readableValue } from './node-result.ts';

/** Sources of the nodes whose text is part of the answer. A template has the text of a model, and not its sources. */
export function citationsOf(answer: string, results: Results): Citation[] {
  if (answer === '') return [];
  return [...results.values()].flatMap((result) => {
    const value = readableValue(result);
    if (typeof value !== 'object' || value === null || !('citations' in value)) return [];
    const { citations, output } = value as { readonly citations: unknown; readonly output?: unknown };
    if (typeof output !== 'string' || output === '' || !answer.includes(output)) return [];
    return citationSchema.array().safeParse(citations).data ?? [];
  });
}
