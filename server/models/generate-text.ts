import type { JsonSchema } from '#lib/json/json-schema.ts';
import { generateFromPattern } from './generate-from-pattern.ts';

const samples: Readonly<Record<string, string>> = {
  'date-time': '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  time: '00:00:00Z',
  duration: 'P1D',
  email: 'demo@example.com',
  uri: 'https://example.com/',
  'uri-reference': 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
};

/** A schema that asks for more gets a text that is too short. */
const MAX_LENGTH = 10_000;

/**
 * A text that fits the string keywords of a schema: a sample of its format, something of its
 * pattern, else one that names the field.
 */
export function generateText(schema: JsonSchema, name: string): string {
  const least = typeof schema.minLength === 'number' ? Math.min(schema.minLength, MAX_LENGTH) : 0;
  const most = typeof schema.maxLength === 'number' ? schema.maxLength : Number.POSITIVE_INFINITY;
  if (typeof schema.format === 'string' && samples[schema.format])
    return lengthen(samples[schema.format] as string, schema.format, least);
  if (typeof schema.pattern === 'string') return generateFromPattern(schema.pattern, { minLength: least }) ?? name;
  const text = `demo ${name}`;
  const characters = [...text];
  if (characters.length > most) return characters.slice(0, most).join('');
  return text + '.'.repeat(Math.max(0, least - characters.length));
}

/** Some formats may be made longer and stay what they are. */
function lengthen(sample: string, format: string, minLength: number): string {
  const missing = minLength - sample.length;
  if (missing <= 0) return sample;
  if (format === 'uri' || format === 'uri-reference') return sample + 'a'.repeat(missing);
  return format === 'email' ? 'a'.repeat(missing) + sample : sample;
}
