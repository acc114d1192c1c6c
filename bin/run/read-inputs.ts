import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Client } from '#lib/api/client.ts';
import { coerceInputText } from '#lib/workflow/coerce-input-text.ts';
import { isFileInput } from '#lib/workflow/file-inputs.ts';
import { type InputProblem, parseRunInputs, type StartInput, startInputsSchema } from '#lib/workflow/start-inputs.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { UsageError } from '../usage-error.ts';
import { readFileInputs } from './read-file-inputs.ts';

export type GivenInputs = {
  /** Each `name=text`. */
  readonly input: readonly string[];
  /** A JSON object, or `@` and the file that holds one. */
  readonly inputs: string | undefined;
  /** Each `name=path`. @defaultValue none */
  readonly file?: readonly string[];
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
 * Parses the inputs of a run from the command line by their declared types. `--input` and `--file`
 * override `--inputs`. Returns all problems: missing, unknown and invalid inputs.
 * @param client of the server that runs the workflow; undefined for a run in this process
 * @throws {UsageError} when an option cannot be parsed, or a file cannot be read
 */
export async function readInputs(
  workflow: Workflow,
  given: GivenInputs,
  client?: Pick<Client, 'uploadFiles'>,
): Promise<ReadInputs> {
  const declared = startInputsOf(workflow);
  const isList = (name: string) => declared.some((input) => input.name === name && input.type === 'files');
  const values: InputValues = {
    ...(await readValues(given.inputs)),
    ...(await readFileInputs(given.file ?? [], { isList, client })),
  };
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
      problem.code === 'input-missing' ? { hint: hintFor(problem.name, declared), ...problem } : problem,
    ),
  ];
  return problems.length > 0 ? { ok: false, problems } : { ok: true, values };
}

function hintFor(name: string, declared: readonly StartInput[]): string {
  const isFile = declared.some((input) => input.name === name && isFileInput(input));
  return isFile ? `Give it with --file ${name}=PATH` : `Give it with --input ${name}=…`;
}

/** The inputs of a workflow that is only on the server: each `--input` is a text. */
export async function readTextInputs(
  { input, inputs, file = [] }: GivenInputs,
  ofFiles: Parameters<typeof readFileInputs>[1] = { isList: () => false },
): Promise<InputValues> {
  return {
    ...(await readValues(inputs)),
    ...Object.fromEntries(input.map(splitInput)),
    ...(await readFileInputs(file, ofFiles)),
  };
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
