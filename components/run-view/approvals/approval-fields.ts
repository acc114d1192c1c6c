import type { JsonSchema } from '#lib/json/json-schema.ts';

/** A field of a value that is decided on, as a control of a form shows it. */
export type ApprovalField = {
  readonly name: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly isRequired: boolean;
  readonly value: unknown;
} & (
  | { readonly control: 'line' | 'text' | 'number' | 'boolean' | 'json' }
  | { readonly control: 'choice'; readonly choices: readonly string[] }
);

const LINE_LENGTH = 80;

/**
 * The fields of an object, those of its schema first; undefined for other values. Without a schema each field is what
 * its value is.
 */
export function approvalFields(value: unknown, schema: JsonSchema = {}): readonly ApprovalField[] | undefined {
  if (!isObject(value)) return undefined;
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const names = [...new Set([...Object.keys(properties), ...Object.keys(value)])];
  if (names.length === 0) return undefined;
  return names.map((name) => {
    const property = Object.hasOwn(properties, name) && isObject(properties[name]) ? properties[name] : {};
    const own = Object.hasOwn(value, name) ? value[name] : undefined;
    return {
      name,
      title: typeof property.title === 'string' ? property.title : name,
      description: typeof property.description === 'string' ? property.description : undefined,
      isRequired: required.has(name),
      value: own,
      ...controlOf(property, own),
    };
  });
}

/** The object with another value of a field; undefined removes it. */
export function withField(value: unknown, name: string, next: unknown): object {
  const { [name]: _, ...others } = isObject(value) ? value : {};
  if (next === undefined) return others;
  // A field that is there keeps its position.
  return isObject(value) && Object.hasOwn(value, name) ? { ...value, [name]: next } : { ...others, [name]: next };
}

function controlOf(property: JsonSchema, value: unknown): Pick<ApprovalField, 'control'> & { choices: readonly string[] } {
  const choices = Array.isArray(property.enum) ? property.enum.filter((one) => typeof one === 'string') : [];
  if (choices.length > 0 && (value === undefined || typeof value === 'string')) return { control: 'choice', choices };
  const type = value === undefined || value === null ? property.type : typeof value;
  if (type === 'boolean') return { control: 'boolean', choices };
  if (type === 'number' || type === 'integer') return { control: 'number', choices };
  if (type !== 'string') return { control: 'json', choices };
  const isLong = typeof value === 'string' && (value.length > LINE_LENGTH || value.includes('\n'));
  return { control: isLong ? 'text' : 'line', choices };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
