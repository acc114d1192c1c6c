import { AppError } from '#lib/errors/app-error.ts';
import { parseRunInputs, readStartInputs } from '#lib/workflow/start-inputs.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { MAX_VALUES_CHARS } from './log/run-log.ts';

/**
 * The inputs as JSON, as stored in the row and the first event. May be longer than the request: `1e20` has 21 digits.
 * @throws {AppError} `body-too-large`
 */
export function inputsText(inputs: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(inputs);
  if (text.length <= MAX_VALUES_CHARS) return text;
  throw new AppError(
    'body-too-large',
    `The inputs are ${text.length} characters as JSON, and a run takes at most ${MAX_VALUES_CHARS}. Give a part of them, or where they lie.`,
    { details: { maxChars: MAX_VALUES_CHARS } },
  );
}

/**
 * Validates the inputs of a run by its `start` node.
 * @throws {AppError} `inputs-invalid`
 */
export function checkInputs(workflow: Workflow, inputs: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const start = workflow.nodes.find((node) => node.type === 'start');
  const declared = readStartInputs(start?.config.inputs ?? []);
  if (!declared.success) throw declared.error;
  const parsed = parseRunInputs({ inputs: declared.data }, inputs);
  if (parsed.ok) return parsed.values;
  const [first] = parsed.problems;
  throw new AppError('inputs-invalid', first?.message ?? 'The inputs do not fit', { details: { problems: parsed.problems } });
}
