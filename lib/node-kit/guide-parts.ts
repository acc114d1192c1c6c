import type { JsonSchema } from '../json/json-schema.ts';
import { typesOf } from '../json/schema-types.ts';

/** Markdown table of the fields of a config; empty without fields. */
export function fieldTable({ properties = {}, required = [] }: JsonSchema): string {
  const fields = Object.entries(properties as Record<string, JsonSchema>);
  if (fields.length === 0) return '';
  const rows = fields.map(([name, schema]) => {
    const isRequired = (required as readonly string[]).includes(name) && schema.default === undefined;
    return `| \`${name}\` | ${cell(String(schema.title ?? name))} | ${typeText(schema)} | ${defaultText(schema, isRequired)} | ${cell(descriptionText(schema))} |`;
  });
  return ['| field | label | type | default | description |', '| --- | --- | --- | --- | --- |', ...rows].join('\n');
}

/** Markdown table of the fields of a value. */
export function valueTable({ properties = {}, required = [] }: JsonSchema): string {
  const rows = Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => {
    const missing = (required as readonly string[]).includes(name) ? '' : ' May be missing.';
    return `| \`${name}\` | ${typeText(schema)} | ${cell(`${String(schema.description ?? '')}${missing}`.trim())} |`;
  });
  return ['| field | type | description |', '| --- | --- | --- |', ...rows].join('\n');
}

function typeText(schema: JsonSchema): string {
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => `\`${String(value)}\``).join(', ');
  const types = [...(typesOf(schema) ?? ['any value'])].join(' or ');
  const { minimum, maximum } = schema as { minimum?: number; maximum?: number };
  const isRange = minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  return isRange ? `${types}, ${minimum} to ${maximum}` : types;
}

function defaultText(schema: JsonSchema, isRequired: boolean): string {
  if (schema.default !== undefined) return `\`${cell(JSON.stringify(schema.default))}\``;
  return isRequired ? 'required' : '';
}

function descriptionText(schema: JsonSchema): string {
  const { visibleWhen = {} } = (schema.ui ?? {}) as { visibleWhen?: Readonly<Record<string, readonly unknown[]>> };
  const conditions = Object.entries(visibleWhen).map(
    ([field, values]) => `\`${field}\`: ${values.map((value) => `\`${String(value)}\``).join(', ')}`,
  );
  const description = String(schema.description ?? '');
  return conditions.length > 0 ? `${description} With ${conditions.join(' and ')}.` : description;
}

/** A value as a block of JSON. */
export const jsonBlock = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

/** A text as a cell of a Markdown table. */
export const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
