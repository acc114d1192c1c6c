import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import { checkJsonSchema } from '#lib/workflow/check-json-schema.ts';

const SHOWN_CHARS = 80;

/** @throws {NodeFailure} `inputs-invalid` at the first input that does not fit, with its value */
export function assertInputsFit(inputs: Readonly<Record<string, unknown>>, schema: JsonSchema): void {
  const [first, ...others] = checkJsonSchema(inputs, schema);
  if (!first) return;
  const path = first.path === '' ? 'inputs' : `inputs.${first.path}`;
  const value = first.path === '' ? '' : ` (it is ${shown(first.value)})`;
  const more = others.length > 0 ? `, and ${others.length} more` : '';
  throw new NodeFailure(
    'inputs-invalid',
    `What the code is given does not fit the input schema: ${path} ${first.message}${value}${more}`,
    {
      path: `config.${path}`,
      hint: 'Give what the schema describes, or change the schema',
    },
  );
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;
}
