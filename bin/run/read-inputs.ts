import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { coerceInputText } from '#lib/workflow/coerce-input-text.ts';
import { type InputProblem, parseRunInputs, type StartInput, startInputsSchema } from '#lib/workflow/start-inputs.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { UsageError } from '../usage-error.ts';

export type GivenInputs = {
  /** Each `name=text`. */
  readonly input: readonly string[];
  /** A JSON object, or `@` and the file that holds one. */
  readonly inputs: string | undefined;
};

export type InputValues = Record<string, z.core.util.JSONType>;
export type ReadInputs =
  | { readonly ok: true; readonly values: InputValues }
  | { readonly ok: false; readonly problems: readonly Pick<InputProblem, 'code' | 'path' | 'message' | 'hint'>[] };

const valuesSchema = z.record(z.string(), z.json());

/** Inputs declared by `start`; empty if its config is invalid, which validation reports. */
function startInputsOf({ nodes }: Workflow): readonly StartInput[] {
  const start = nodes.find(({ type }) => type === 'start');
  const parsed = startInputsSchema.safeParse(start?.config.inputs);
  return parsed.success ? parsed.data : [];
}

/**
 * Parses the inputs of a run from the command line by their declared types. `--input` overrides
 * `--inputs`. Returns all problems: missing, unknown and invalid inputs.
 * @throws {UsageError} when an option cannot be parsed
 */
export async function readInputs(workflow: Workflow, given: GivenInputs): Promise<ReadInputs> {
  const declared = startInputsOf(workflow);
  const values: InputValues = await readValues(given.inputs);
  const unreadable: { name: string; message: string }[] = [];
  for (const [name, text] of given.input.map(splitInput)) {
    const input = declared.find((one) => one.name === name);
    const coerced = input ? coerceInputText(input, text) : { ok: true as const, value: text };
    // Objects and lists are parsed as JSON; numbers and booleans are JSON already.
    if (coerced.ok) values[name] = coerced.value as InputValues[string];
    else unreadable.push({ name, message: coerced.message });
  }
  const parsed = parseRunInputs({ inputs: declared }, values);
  const further = parsed.ok ? [] : parsed.problems.filter(({ name }) => !unreadable.some((one) => one.name === name));
  const problems = [
    ...unreadable.map(({ name, message }) => ({ code: 'input-invalid' as const, path: `inputs.${name}`, message })),
    ...further.map((problem) =>
      problem.code === 'input-missing' ? { hint: `Give it with --input ${problem.name}=…`, ...problem } : problem,
    ),
  ];
  return problems.length > 0 ? { ok: false, problems } : { ok: true, values };
}

/** The inputs of a workflow that is only on the server: each `--input` is a text. */
export async function readTextInputs({ input, inputs }: GivenInputs): Promise<InputValues> {
  return { ...(await readValues(inputs)), ...Object.fromEntries(input.map(splitInput)) };
}

function splitInput(text: string): [string, string] {
  const equals = text.indexOf('=');
  if (equals < 1) throw new UsageError(`--input ${text} has no value: write --input name=value`);
  return [text.slice(0, equals), text.slice(equals + 1)];
}

async function readValues(given: string | undefined): Promise<InputValues> {
  if (given === undefined) return {};
  const isFile = given.startsWith('@');
  const name = isFile ? given.slice(1) : '--inputs';
  const text = isFile ? await readInputFile(name) : given;
  const parsed = valuesSchema.safeParse(parseJson(text, name));
  if (parsed.success) return parsed.data;
  throw new UsageError(`${name} has to hold one JSON object, as {"question": "Why?"}`);
}

async function readInputFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new UsageError(`The inputs in ${file} cannot be read: ${(error as Error).message}`);
  }
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${name} is not JSON: ${(error as Error).message}`);
  }
}
