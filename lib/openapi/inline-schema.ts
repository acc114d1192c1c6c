import type { JsonSchema } from '../json/json-schema.ts';
import { isRecord } from '../json/set-at-path.ts';

/** Keywords that say what a value is; examples, XML and notes for generators would only cost tokens. */
const KEYWORDS = new Set(
  'type title description enum const default format pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems uniqueItems minProperties maxProperties required'.split(
    ' ',
  ),
);
const SCHEMA_LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const;
const MAX_DEPTH = 12;
const MAX_DESCRIPTION_CHARS = 500;
const MAX_ENUM = 200;

export type Inlining = {
  /** The document, for its local references. */
  readonly root: unknown;
  /** Whether the value is sent: without fields that only the server writes. */
  readonly isInput: boolean;
  /** Schemas that may still be written. What is beyond becomes `{}`, any value. */
  readonly budget: { left: number };
};

/** A schema of the document with its references resolved. Cycles and what is too large become `{}`. */
export function inlineSchema(schema: unknown, inlining: Inlining): JsonSchema {
  return inline(schema, { ...inlining, depth: 0, through: [] });
}

type At = Inlining & { readonly depth: number; readonly through: readonly string[] };

function inline(schema: unknown, at: At): JsonSchema {
  if (!isRecord(schema) || at.depth > MAX_DEPTH || at.budget.left-- <= 0) return {};
  const { $ref } = schema;
  if (typeof $ref === 'string') {
    if (at.through.includes($ref)) return {};
    const target = resolveReference(at.root, $ref);
    const { $ref: _, ...own } = schema;
    return inline(isRecord(target) ? { ...target, ...own } : own, { ...at, through: [...at.through, $ref] });
  }
  const inner = { ...at, depth: at.depth + 1 };
  const kept = Object.entries(schema)
    .filter(([key]) => KEYWORDS.has(key))
    .map(([key, value]) => [key, shorten(key, value)]);
  const made: Record<string, unknown> = Object.fromEntries(kept);
  for (const list of SCHEMA_LISTS)
    if (Array.isArray(schema[list])) made[list] = (schema[list] as unknown[]).map((one) => inline(one, inner));
  if (isRecord(schema.properties)) inlineProperties(made, schema.properties, inner);
  if (schema.items !== undefined) made.items = inline(schema.items, inner);
  if (isRecord(schema.additionalProperties)) made.additionalProperties = inline(schema.additionalProperties, inner);
  else if (typeof schema.additionalProperties === 'boolean') made.additionalProperties = schema.additionalProperties;
  return made;
}

function inlineProperties(made: Record<string, unknown>, properties: Readonly<Record<string, unknown>>, at: At): void {
  const isLeftOut = (property: unknown) => isRecord(property) && (at.isInput ? property.readOnly : property.writeOnly) === true;
  const left = Object.entries(properties).filter(([name, property]) => name !== '__proto__' && !isLeftOut(property));
  made.properties = Object.fromEntries(left.map(([name, property]) => [name, inline(property, at)]));
  if (!Array.isArray(made.required)) return;
  const names = new Set(left.map(([name]) => name));
  const required = made.required.filter((name) => names.has(String(name)));
  if (required.length > 0) made.required = required;
  else delete made.required;
}

function shorten(key: string, value: unknown): unknown {
  if (key === 'description' && typeof value === 'string') return cut(value, MAX_DESCRIPTION_CHARS);
  if (key === 'enum' && Array.isArray(value)) return value.slice(0, MAX_ENUM);
  return value;
}

/** The beginning of a text. */
export function cut(text: string, maxChars: number): string {
  return text.length > maxChars ? `${text.slice(0, maxChars - 1).toWellFormed()}…` : text;
}

/** What a local reference leads to, through further references; undefined for others. */
export function resolveReference(root: unknown, ref: string): unknown {
  if (!ref.startsWith('#/')) return undefined;
  const names = ref
    .slice(2)
    .split('/')
    .map((part) => decodePart(part).replaceAll('~1', '/').replaceAll('~0', '~'));
  return names.reduce<unknown>(
    (at, name) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, name) ? (at as Record<string, unknown>)[name] : undefined,
    root,
  );
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
