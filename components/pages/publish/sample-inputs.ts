import { sampleOfSchema } from '#lib/workflow/sample-of-schema.ts';
import type { StartInput } from '#lib/workflow/start-inputs.ts';

const sampleFile = { fileId: 'file_1', name: 'note.txt', mediaType: 'text/plain', text: 'What the file says.' };

/**
 * Valid example inputs: defaults, else an example of the type. Optional inputs without a simple
 * example are omitted.
 */
export function sampleInputs(inputs: readonly StartInput[]): Record<string, unknown> {
  const samples = inputs.map((input) => [input.name, sampleInput(input)] as const);
  return Object.fromEntries(samples.filter(([, value]) => value !== undefined));
}

/** What people would write, by what an input is called: a call that repeats the name shows nothing. */
const texts: readonly (readonly [name: RegExp, text: string])[] = [
  [/question|message|prompt|query|ask|chat/i, 'Why is the sky blue?'],
  [/mail/i, 'ada@example.com'],
  [/url|link|address|page/i, 'https://example.com/'],
  [/date|day/i, '2030-01-31'],
  [/language|locale/i, 'English'],
  [/city|place|country/i, 'Lisbon'],
  [/(?:^|_)name|user|customer|author|who/i, 'Ada Lovelace'],
  [/topic|subject|title/i, 'Tea'],
  [/text|content|body|document|article|note|review|comment/i, 'The tea arrived cold, and the box was open.'],
];

function sampleText({ name, title = '' }: StartInput): string {
  const known = texts.find(([pattern]) => pattern.test(name)) ?? texts.find(([pattern]) => pattern.test(title));
  return known?.[1] ?? `An example of ${title || name}`;
}

function sampleInput(input: StartInput): unknown {
  if (input.default !== undefined) return input.default;
  switch (input.type) {
    case 'text':
      return sampleText(input);
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'select':
      return input.options?.[0];
    case 'file':
      return input.required ? sampleFile : undefined;
    case 'files':
      return input.required ? [sampleFile] : undefined;
    case 'json':
      return sampleOfSchema(input.schema ?? {}) ?? (input.required ? {} : undefined);
    default:
      return input.type satisfies never;
  }
}
