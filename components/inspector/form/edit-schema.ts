import { freeName } from '#components/inspector/form/key-values.ts';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import { isRecord } from '#lib/json/set-at-path.ts';

/** The types that the form of a schema offers. */
export const schemaTypes = ['string', 'number', 'integer', 'boolean', 'object', 'array'] as const;
export type SchemaType = (typeof schemaTypes)[number];

export type SchemaField = {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
};

/** Keywords by which a schema is more than its type and its fields. */
const BEYOND = ['$ref', 'anyOf', 'oneOf', 'allOf', 'not', 'if', 'const', 'patternProperties', 'dependentSchemas', 'prefixItems'];
/** Keywords that contain values of the type. */
const OF_VALUES = ['enum', 'default', 'examples'];
/** Keywords of one type, which are removed when the type changes. */
const OF_TYPE: Readonly<Record<SchemaType, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  integer: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  boolean: [],
  object: ['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
  array: ['items', 'minItems', 'maxItems', 'uniqueItems'],
};

/** The type of a schema that the form can show; undefined for one that only its JSON shows. */
export function schemaTypeOf(schema: unknown): SchemaType | undefined {
  if (!isRecord(schema) || BEYOND.some((keyword) => Object.hasOwn(schema, keyword))) return undefined;
  if (schema.properties !== undefined && !isRecord(schema.properties)) return undefined;
  return schemaTypes.find((type) => type === schema.type);
}

/** The fields of an object schema, in order; a field whose schema is not an object is of any type. */
export function schemaFields(schema: JsonSchema): readonly SchemaField[] {
  const required = requiredIn(schema);
  return Object.entries(propertiesIn(schema)).map(([name, field]) => ({
    name,
    isRequired: required.includes(name),
    schema: isRecord(field) ? field : {},
  }));
}

/** A schema for an object that has no fields yet. */
export const emptyObjectSchema: JsonSchema = { type: 'object', properties: {}, additionalProperties: false };

/** Adds a required text field. */
export function addSchemaField(schema: JsonSchema): { schema: JsonSchema; name: string } {
  const properties = propertiesIn(schema);
  const name = freeName(Object.keys(properties), 'field');
  const grown = { ...schema, properties: { ...properties, [name]: { type: 'string' } } };
  return { name, schema: { ...grown, required: [...requiredIn(schema), name] } };
}

/** Renames a field and keeps the order of fields. The new name must be unused. */
export function renameSchemaField(schema: JsonSchema, from: string, to: string): JsonSchema {
  const renamed = <Name>(name: Name) => (name === from ? to : name);
  const properties = Object.entries(propertiesIn(schema)).map(([name, field]) => [renamed(name), field]);
  const made = { ...schema, properties: Object.fromEntries(properties) };
  return Array.isArray(schema.required) ? { ...made, required: requiredIn(schema).map(renamed) } : made;
}

export function removeSchemaField(schema: JsonSchema, name: string): JsonSchema {
  const { [name]: _, ...properties } = propertiesIn(schema);
  return setRequired({ ...schema, properties }, name, false);
}

/** With the fields in another order. */
export function orderSchemaFields(schema: JsonSchema, names: readonly string[]): JsonSchema {
  const properties = propertiesIn(schema);
  return { ...schema, properties: Object.fromEntries(names.map((name) => [name, properties[name]])) };
}

export function setSchemaField(schema: JsonSchema, name: string, field: JsonSchema): JsonSchema {
  return { ...schema, properties: { ...propertiesIn(schema), [name]: field } };
}

/** Whether a value without the field is refused. */
export function setRequired(schema: JsonSchema, name: string, isRequired: boolean): JsonSchema {
  const required = requiredIn(schema);
  if (required.includes(name) === isRequired) return schema;
  const next = isRequired ? [...required, name] : required.filter((one) => one !== name);
  if (next.length > 0) return { ...schema, required: next };
  const { required: _, ...rest } = schema;
  return rest;
}

/** Changes the type. Removes keywords and values of the old type and keeps the rest, such as title and description. */
export function setSchemaType(schema: JsonSchema, type: SchemaType): JsonSchema {
  if (schema.type === type) return schema;
  const old = schemaTypeOf(schema);
  const ofType = old === undefined ? BEYOND : OF_TYPE[old].filter((keyword) => !OF_TYPE[type].includes(keyword));
  const gone = old === 'integer' && type === 'number' ? ofType : [...ofType, ...OF_VALUES];
  const kept = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !gone.includes(keyword)));
  if (type === 'object') return { ...kept, ...emptyObjectSchema };
  return type === 'array' ? { ...kept, type, items: { type: 'string' } } : { ...kept, type };
}

/** Sets a keyword, or removes it if the value is empty. */
export function setKeyword(schema: JsonSchema, keyword: 'description' | 'enum' | 'items', value: unknown): JsonSchema {
  const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  if (!isEmpty) return { ...schema, [keyword]: value };
  const { [keyword]: _, ...rest } = schema;
  return rest;
}

function propertiesIn({ properties }: JsonSchema): Readonly<Record<string, unknown>> {
  return isRecord(properties) ? properties : {};
}

function requiredIn({ required }: JsonSchema): readonly unknown[] {
  return Array.isArray(required) ? required : [];
}
