import type { JsonSchema } from '#lib/json/json-schema.ts';
import { findInSchema } from '#lib/workflow/schema-path.ts';

const BEGUN = /\binputs(?:\.|\[["'])(\w*)$/;
const INPUT = /\binputs(?:\.(\w+)|\[["'](\w+)["']\])/g;

/** Start of the input name at the caret: after `inputs.`, or in `inputs["`. */
export function codeInputStart(text: string, caret: number): number | undefined {
  const begun = BEGUN.exec(text.slice(0, caret))?.[1];
  return begun === undefined ? undefined : caret - begun.length;
}

/** The input that the code reads at an offset. */
export function codeInputAt(text: string, offset: number): { name: string; from: number; to: number } | undefined {
  for (const match of text.matchAll(INPUT)) {
    const to = match.index + match[0].length;
    if (offset >= match.index && offset <= to) return { name: match[1] ?? match[2] ?? '', from: match.index, to };
  }
  return undefined;
}

/** The inputs of a code node with their types where known: from the input schema, else from their values. */
export function codeInputTypes(
  given: Readonly<Record<string, unknown>>,
  { inputSchema, schemaOf }: { inputSchema: JsonSchema; schemaOf: (value: unknown) => JsonSchema },
): ReadonlyMap<string, string | undefined> {
  const declared = Object.keys((inputSchema.properties ?? {}) as object);
  return new Map(
    [...new Set([...Object.keys(given), ...declared])].map((name) => {
      const found = findInSchema(inputSchema, [name]);
      const said = found.kind === 'found' ? typeName(found.schema) : undefined;
      return [name, said ?? (Object.hasOwn(given, name) ? typeName(schemaOf(given[name])) : undefined)];
    }),
  );
}

/** The type in TypeScript notation: `string`, `number[]`, `object | null`. Undefined if the schema has none. */
function typeName({ type, items }: JsonSchema): string | undefined {
  if (Array.isArray(type)) return type.join(' | ');
  if (typeof type !== 'string') return undefined;
  const entry = type === 'array' && typeof items === 'object' && items !== null ? typeName(items as JsonSchema) : undefined;
  return entry === undefined ? type : `${entry.includes(' ') ? `(${entry})` : entry}[]`;
}
