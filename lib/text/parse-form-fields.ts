/** Of one form. JSON may have more values, since reading it costs less. */
export const MAX_FORM_FIELDS = 10_000;

const encoder = new TextEncoder();
const AMPERSAND = '&';

/**
 * The names and values of a form or query string, in their order; undefined for more than `maxFields`, before anything
 * is decoded. The same values as `URLSearchParams`, in linear time and without errors.
 * @param options `charset`: of the escaped bytes, by default UTF-8
 * @see https://url.spec.whatwg.org/#urlencoded-parsing
 */
export function parseFormFields(
  text: string,
  { maxFields = MAX_FORM_FIELDS, charset = 'utf-8' }: { maxFields?: number; charset?: string } = {},
): [name: string, value: string][] | undefined {
  const form = text.startsWith('?') ? text.slice(1) : text;
  if (countFields(form) > maxFields) return undefined;
  const decoder = new TextDecoder(charset, { ignoreBOM: true });
  const decode = (escaped: string) => decodeField(escaped, decoder);
  return form
    .toWellFormed()
    .split(AMPERSAND)
    .filter((field) => field !== '')
    .map((field) => {
      // Within the field: a search in the rest of the form would take quadratic time.
      const at = field.indexOf('=');
      return at === -1 ? [decode(field), ''] : [decode(field.slice(0, at)), decode(field.slice(at + 1))];
    });
}

/** Fields that are not empty, of which `&&` has none. */
function countFields(form: string): number {
  let count = 0;
  for (let from = 0; from < form.length; ) {
    const found = form.indexOf(AMPERSAND, from);
    const end = found === -1 ? form.length : found;
    if (end > from) count++;
    from = end + 1;
  }
  return count;
}

/** The bytes that a form or a field of it stands for, to find out their charset. */
export function escapedBytes(text: string): Uint8Array {
  const bytes = encoder.encode(text.replaceAll('+', ' '));
  let length = 0;
  for (let at = 0; at < bytes.length; at++, length++) {
    const high = hexDigit(bytes[at + 1]);
    const low = hexDigit(bytes[at + 2]);
    const isEscape = bytes[at] === 0x25 && high !== undefined && low !== undefined;
    bytes[length] = isEscape ? high * 16 + low : (bytes[at] ?? 0);
    if (isEscape) at += 2;
  }
  return bytes.subarray(0, length);
}

/** Characters that are not escaped are those of the form itself, whatever the charset. */
function decodeField(text: string, decoder: TextDecoder): string {
  if (!text.includes('%')) return text.replaceAll('+', ' ');
  if (decoder.encoding === 'utf-8' || /^[\0-\x7f]*$/.test(text)) return decoder.decode(escapedBytes(text));
  return text.replaceAll(/[\0-\x7f]+/g, (ascii) => decoder.decode(escapedBytes(ascii)));
}

/** Names with their values: a list for a name that comes several times, else the value itself. */
export function groupFields<T>(fields: readonly (readonly [name: string, value: T])[]): Record<string, T | T[]> {
  const groups = Map.groupBy(fields, ([name]) => name);
  return Object.fromEntries(
    Array.from(groups, ([name, group]) => {
      const values = group.map(([, value]) => value);
      return [name, values.length === 1 ? (values[0] as T) : values];
    }),
  );
}

function hexDigit(byte: number | undefined): number | undefined {
  if (byte === undefined) return undefined;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : undefined;
}
