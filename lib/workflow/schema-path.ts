import type { Path } from '../expression/read-path.ts';
import type { JsonSchema } from '../json/json-schema.ts';
import { alternativesOf } from '../json/schema-alternatives.ts';

/** What a schema says about the value at a path. */
export type Found =
  /** `isSure` is false if the field is optional, or exists only in some alternatives. */
  | { readonly kind: 'found'; readonly schema: JsonSchema; readonly isSure: boolean }
  /** No value is possible: the path breaks at this key; `names` exist there. */
  | { readonly kind: 'absent'; readonly index: number; readonly names: readonly string[]; readonly holder: JsonSchema }
  /** The schema does not define it. */
  | { readonly kind: 'unknown' };

const ANYTHING: JsonSchema = {};
const MAX_REF_STEPS = 20;

/** Follows a path through a JSON Schema: properties, items, alternatives and local `$ref`s. */
export function findInSchema(schema: JsonSchema, path: Path): Found {
  return find(schema, path, { index: 0, root: schema, steps: 0 });
}

type Position = { readonly index: number; readonly root: JsonSchema; readonly steps: number };

function find(schema: JsonSchema, path: Path, position: Position): Found {
  if (typeof schema.$ref === 'string') return followRef(schema.$ref, path, position);
  const choices = alternativesOf(schema);
  if (choices) return combine(choices.map((choice) => find(choice, path, position)));
  const key = path[position.index];
  if (key === undefined) return { kind: 'found', schema, isSure: true };
  const next = typeof key === 'number' ? entry(schema, key) : property(schema, key);
  if (next === 'absent') return { kind: 'absent', index: position.index, names: namesOf(schema), holder: schema };
  if (next === 'unknown') return { kind: 'unknown' };
  const below = find(next.schema, path, { ...position, index: position.index + 1 });
  return below.kind === 'found' && !next.isSure ? { ...below, isSure: false } : below;
}

function followRef(ref: string, path: Path, { index, root, steps }: Position): Found {
  const name = /^#\/\$defs\/(.+)$/.exec(ref)?.[1];
  const target =
    ref === '#' ? root : name !== undefined && (root.$defs as Readonly<Record<string, JsonSchema>> | undefined)?.[name];
  return target && steps < MAX_REF_STEPS ? find(target, path, { index, root, steps: steps + 1 }) : { kind: 'unknown' };
}

function combine(found: readonly Found[]): Found {
  if (found.some(({ kind }) => kind === 'unknown')) return { kind: 'unknown' };
  const present = found.filter((one) => one.kind === 'found');
  const absent = found.filter((one) => one.kind === 'absent');
  if (present.length === 0) {
    // The alternative that the path follows furthest is most likely the intended one.
    const index = Math.max(...absent.map((one) => one.index));
    const [deepest, ...others] = absent.filter((one) => one.index === index);
    if (!deepest) return { kind: 'unknown' };
    return { ...deepest, names: [...new Set([deepest, ...others].flatMap((one) => one.names))] };
  }
  return {
    kind: 'found',
    schema: unionOf(present.map(({ schema }) => schema)),
    isSure: absent.length === 0 && present.every(({ isSure }) => isSure),
  };
}

/** A schema that accepts what any of these accepts. */
export function unionOf(schemas: readonly JsonSchema[]): JsonSchema {
  const distinct = new Map(
    schemas.flatMap((schema) => alternativesOf(schema) ?? [schema]).map((schema) => [JSON.stringify(schema), schema]),
  );
  const [first, ...others] = distinct.values();
  if (first === undefined || distinct.has('{}')) return ANYTHING;
  return others.length === 0 ? first : { anyOf: [first, ...others] };
}

type Next = { readonly schema: JsonSchema; readonly isSure: boolean } | 'absent' | 'unknown';

function property(schema: JsonSchema, key: string): Next {
  if (!mayBe(schema, 'object')) return 'absent';
  const properties = isObject(schema.properties) ? schema.properties : {};
  if (Object.hasOwn(properties, key)) {
    const known = properties[key];
    const isSure = mustBe(schema, 'object') && Array.isArray(schema.required) && schema.required.includes(key);
    return known === false ? 'absent' : { schema: isObject(known) ? known : ANYTHING, isSure };
  }
  if (schema.additionalProperties === false && schema.patternProperties === undefined) return 'absent';
  return isObject(schema.additionalProperties) && schema.patternProperties === undefined
    ? { schema: schema.additionalProperties, isSure: true }
    : 'unknown';
}

function entry(schema: JsonSchema, index: number): Next {
  if (!mayBe(schema, 'array')) return 'absent';
  const prefix = Array.isArray(schema.prefixItems) ? (schema.prefixItems[index] as unknown) : undefined;
  if (isObject(prefix)) return { schema: prefix, isSure: true };
  // The length of a list is unknown before the run, so a missing index is not reported.
  return isObject(schema.items) ? { schema: schema.items, isSure: true } : 'unknown';
}

function mayBe(schema: JsonSchema, type: string): boolean {
  if (schema.type === undefined) return schema.enum === undefined && schema.const === undefined;
  return Array.isArray(schema.type) ? schema.type.includes(type) : schema.type === type;
}

function mustBe(schema: JsonSchema, type: string): boolean {
  return schema.type === type || (Array.isArray(schema.type) && schema.type.length === 1 && schema.type[0] === type);
}

function namesOf(schema: JsonSchema): readonly string[] {
  return isObject(schema.properties) ? Object.keys(schema.properties) : [];
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
