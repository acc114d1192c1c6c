import { type FileValue, type FormValue, type FormValues, initialValue, readForm } from '#components/run-view/form/read-form.ts';
import { readJson } from '#components/ui/read-json.ts';
import { isFileInput } from '#lib/workflow/file-inputs.ts';
import { type InputProblem, parseRunInputs, type StartInput } from '#lib/workflow/start-inputs.ts';

/** A problem of inputs written as JSON, and its line, from 1; without a line it is about something missing. */
export type InputsJsonProblem = { readonly line: number | undefined } & (
  | { readonly code: 'not-json' | 'not-an-object'; readonly message: string }
  | Pick<InputProblem, 'code' | 'name' | 'message' | 'hint'>
);

type ReadInputsJson = { readonly inputs: Record<string, unknown>; readonly problems: readonly InputsJsonProblem[] };

/** The inputs of a run as one JSON object: what the form holds, as far as it can be sent. */
export function inputsJsonOf(declared: readonly StartInput[], values: FormValues): string {
  return JSON.stringify(readForm(declared, values).inputs, null, 2);
}

/** Inputs written as JSON, and the problems that the server would report. */
export function readInputsJson(text: string, declared: readonly StartInput[]): ReadInputsJson {
  const json = readJson(text);
  if ('reason' in json)
    return { inputs: {}, problems: [{ code: 'not-json', message: json.reason, line: lineOfError(text, json.reason) }] };
  const read = json.value;
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    return { inputs: {}, problems: [{ code: 'not-an-object', message: '', line: 1 }] };
  const inputs = { ...read } as Record<string, unknown>;
  const parsed = parseRunInputs({ inputs: declared }, inputs);
  const problems = parsed.ok ? [] : parsed.problems.map((problem) => ({ ...problem, line: lineOfName(text, problem.name) }));
  return { inputs, problems };
}

/** The form fields for these inputs; values that no field can show are omitted. */
export function formValuesOf(declared: readonly StartInput[], inputs: Readonly<Record<string, unknown>>): FormValues {
  return Object.fromEntries(
    declared.map((input) => [
      input.name,
      Object.hasOwn(inputs, input.name) ? fieldValue(input, inputs[input.name]) : empty(input),
    ]),
  );
}

function fieldValue(input: StartInput, value: unknown): FormValue {
  if (input.type === 'boolean') return value === true;
  if (input.type === 'file') return isFile(value) ? value : null;
  if (input.type === 'files') return Array.isArray(value) ? value.filter(isFile) : [];
  return typeof value === 'string' && input.type !== 'json' ? value : JSON.stringify(value, null, input.type === 'json' ? 2 : 0);
}

function empty(input: StartInput): FormValue {
  return input.type === 'boolean' || isFileInput(input) ? initialValue({ ...input, default: undefined }) : '';
}

function isFile(value: unknown): value is FileValue {
  return typeof value === 'object' && value !== null && 'fileId' in value && 'name' in value;
}

/** Position of a JSON error. Browsers report it by line or by character offset. */
function lineOfError(text: string, message: string): number | undefined {
  const line = /(?:line |第 )(\d+)/.exec(message)?.[1];
  if (line !== undefined) return Number(line);
  const position = /position (\d+)/.exec(message)?.[1];
  return position === undefined ? text.split('\n').length : lineAt(text, Number(position));
}

function lineOfName(text: string, name: string): number | undefined {
  const position = text.indexOf(`${JSON.stringify(name)}`);
  return position < 0 ? undefined : lineAt(text, position);
}

function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}
