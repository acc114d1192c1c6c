import type { ApiParameter } from '#lib/openapi/api-operation.ts';

type Style = ApiParameter['style'];
/** One `name=value` of a query, written as it is sent. */
type Pair = string;

/** Reserved characters that keep their meaning inside a value; `#`, `&` and `+` would end it or change it. */
const ALLOWED_RESERVED = /%(?:3A|2F|3F|5B|5D|40|21|24|27|28|29|2A|2C|3B|3D)/g;

/**
 * The pairs of a parameter of a query or a cookie by its style; none for null and for what holds nothing.
 * @see https://spec.openapis.org/oas/v3.1.1#style-values
 */
export function queryPairs({ name, style, allowsReserved = false }: Omit<ApiParameter, 'in'>, value: unknown): Pair[] {
  const write = (text: string) => encoded(text, allowsReserved);
  const key = encoded(name, false);
  if (value === null || value === undefined) return [];
  const joined = (separator: string, parts: readonly string[]) => (parts.length === 0 ? [] : [`${key}=${parts.join(separator)}`]);
  const isList = Array.isArray(value);
  if (typeof value !== 'object') return [`${key}=${write(asText(value))}`];
  switch (style) {
    case 'deep':
    case 'deepObject':
      return isList ? repeated(key, value, write) : deepPairs(key, value, write);
    case 'repeat':
      return isList ? repeated(key, value, write) : [`${key}=${write(asText(value))}`];
    case 'comma':
      return isList ? joined('%2C', items(value).map(write)) : [`${key}=${write(asText(value))}`];
    case 'json':
      return [`${key}=${write(JSON.stringify(value))}`];
    case 'spaceDelimited':
      return joined('%20', flat(value).map(write));
    case 'pipeDelimited':
      return joined('%7C', flat(value).map(write));
    case 'form':
      return joined(',', flat(value).map(write));
    default:
      return isList ? repeated(key, value, write) : fields(value).map(([part, text]) => `${encoded(part, false)}=${write(text)}`);
  }
}

/** The value of a parameter in a path, encoded; undefined for null and for what holds nothing. */
export function pathText({ name, style }: ApiParameter, value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  const write = (text: string) => encoded(text, false);
  const key = encoded(name, false);
  const isExploded = style.endsWith('Exploded');
  const named = (parts: readonly (readonly [string, string])[]) => parts.map(([part, text]) => `${write(part)}=${write(text)}`);
  if (style.startsWith('matrix')) {
    if (typeof value !== 'object') return asText(value) === '' ? `;${key}` : `;${key}=${write(asText(value))}`;
    if (!isExploded) return prefixed(`;${key}=`, ',', flat(value).map(write));
    return prefixed(';', ';', Array.isArray(value) ? items(value).map((item) => `${key}=${write(item)}`) : named(fields(value)));
  }
  const parts = typeof value !== 'object' ? [write(asText(value))] : partsOf(value, { style, named, write });
  if (style.startsWith('label')) return prefixed('.', isExploded ? '.' : ',', parts);
  return prefixed('', ',', parts);
}

/** The value of a header: as in a path, and not encoded. */
export function headerText({ style }: ApiParameter, value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'object') return asText(value);
  const named = (parts: readonly (readonly [string, string])[]) => parts.map(([part, text]) => `${part}=${text}`);
  return prefixed('', ',', partsOf(value, { style, named, write: (text) => text }));
}

type Writing = {
  readonly style: Style;
  readonly named: (parts: readonly (readonly [string, string])[]) => string[];
  readonly write: (text: string) => string;
};

function partsOf(value: object, { style, named, write }: Writing): string[] {
  if (Array.isArray(value)) return items(value).map(write);
  // Operations that were stored before there were styles for objects.
  if (style === 'comma' || style === 'repeat' || style === 'deep' || style === 'json') return [write(JSON.stringify(value))];
  return style.endsWith('Exploded') ? named(fields(value)) : flat(value).map(write);
}

function prefixed(prefix: string, separator: string, parts: readonly string[]): string | undefined {
  return parts.length === 0 ? undefined : prefix + parts.join(separator);
}

function repeated(key: string, list: readonly unknown[], write: (text: string) => string): Pair[] {
  return items(list).map((item) => `${key}=${write(item)}`);
}

/** `filter[a][b]=1`, as most services read what the specification leaves open. */
function deepPairs(key: string, value: object, write: (text: string) => string): Pair[] {
  return Object.entries(value).flatMap(([part, item]: [string, unknown]) => {
    const inner = `${key}%5B${encoded(part, false)}%5D`;
    if (item === null || item === undefined) return [];
    if (Array.isArray(item)) return repeated(inner, item, write);
    return typeof item === 'object' ? deepPairs(inner, item, write) : [`${inner}=${write(asText(item))}`];
  });
}

/** Names and values of an object in turn, or the items of a list. */
function flat(value: object): string[] {
  return Array.isArray(value) ? items(value) : fields(value).flat();
}

function items(list: readonly unknown[]): string[] {
  return list.filter((item) => item !== null && item !== undefined).map(asText);
}

function fields(value: object): [string, string][] {
  return Object.entries(value)
    .filter(([, item]: [string, unknown]) => item !== null && item !== undefined)
    .map(([name, item]) => [name, asText(item)]);
}

/** A value as a text; JSON for what no style of a parameter can write. */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

function encoded(text: string, allowsReserved: boolean): string {
  const whole = encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return allowsReserved ? whole.replaceAll(ALLOWED_RESERVED, decodeURIComponent) : whole;
}
