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

function sampleInput(input: StartInput): unknown {
  if (input.default !== undefined) return input.default;
  switch (input.type) {
    case 'text':
      return input.title || input.name;
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'select':
      return input.options?.[0];
    case 'file':
      return input.required ? sampleFile : undefined;
    case 'json':
      return sampleOfSchema(input.schema ?? {}) ?? (input.required ? {} : undefined);
    default:
      return input.type satisfies never;
  }
}
