import { z } from 'zod';

const VALUE_LENGTH = 200;
const documentSchema = z.object({ nodes: z.array(z.looseObject({ id: z.string() })) });

/**
 * The value of a field such as `config.url` of a node, as text of one line.
 * @param document of the run, as JSON
 * @returns null if the document has no such field
 */
export function valueAtField(document: string, { nodeId, field }: { nodeId: string; field: string }): string | null {
  const parsed = documentSchema.safeParse(JSON.parse(document));
  let value: unknown = parsed.data?.nodes.find(({ id }) => id === nodeId);
  for (const name of field.split(/[.[\]]+/).filter(Boolean)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null;
    value = (value as Record<string, unknown>)[name];
  }
  if (value === undefined) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > VALUE_LENGTH ? `${text.slice(0, VALUE_LENGTH)}…` : text;
}
