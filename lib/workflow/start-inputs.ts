import { z } from 'zod';
import { briefJson } from '../json/brief-json.ts';
import { isInexactNumber } from '../json/exact-numbers.ts';
import type { JsonSchema } from '../json/json-schema.ts';
import { fileByIdSchema, inlineFileSchema } from '../run/file-value.ts';
import { didYouMean } from '../text/did-you-mean.ts';
import { checkJsonSchema } from './check-json-schema.ts';
import { MAX_INPUT_FILES } from './file-inputs.ts';
import { MAX_PROBLEMS } from './problem.ts';

/** Templates and CEL refer to an input as `start.name`, so its name is an identifier. */
const inputNameSchema = z
  .string()
  .regex(/^[a-zA-Z][a-zA-Z0-9_]*$/, 'An input name starts with a letter and holds only letters, digits and _')
  .max(64);

/** A field of the run form and of the API request, as declared by `start`. */
const startInputSchema = z
  .object({
    name: inputNameSchema.meta({ title: 'Name', description: 'Nodes refer to it as {{start.name}}.' }),
    type: z
      .enum(['text', 'number', 'boolean', 'select', 'file', 'files', 'json'])
      .meta({ title: 'Type', description: 'Type of the value; files: a list of files.' }),
    title: z.string().max(200).optional().meta({ title: 'Title', description: 'Label in the form, instead of the name.' }),
    required: z
      .boolean()
      .optional()
      .meta({ title: 'Required', description: 'A run without a value is refused, unless there is a default.' }),
    default: z.json().optional().meta({ title: 'Default', description: 'Value if the run has none.' }),
    options: z.array(z.string().min(1)).optional().meta({ title: 'Options', description: 'Options of a select.' }),
    schema: z
      .record(z.string(), z.json())
      .optional()
      .meta({
        title: 'JSON Schema',
        description: 'Schema of a json input. Without it, any JSON is valid.',
        ui: { widget: 'schema' },
      }),
  })
  .check(({ value, issues }) => {
    for (const { path, message } of problemsOfDeclaration(value))
      issues.push({ code: 'custom', path: [path], message, input: value });
  });
export type StartInput = z.output<typeof startInputSchema>;

const MAX_INPUTS = 1000;
const MAX_NUMBER_CHARS = 60;

export const startInputsSchema = z
  .array(startInputSchema)
  .max(MAX_INPUTS)
  .check(({ value, issues }) => {
    const names = new Set<string>();
    for (const [index, { name }] of value.entries()) {
      if (names.has(name))
        issues.push({ code: 'custom', path: [index, 'name'], message: `There are two inputs '${name}'`, input: name });
      names.add(name);
    }
  });

type DeclaredInputs = ReturnType<typeof startInputsSchema.safeParse>;

const declared = new WeakMap<object, DeclaredInputs>();

/**
 * Reads the inputs that a `start` declares. Cached per array, since published documents are read
 * with each request; no code changes a document in place.
 */
export function readStartInputs(inputs: unknown): DeclaredInputs {
  if (typeof inputs !== 'object' || inputs === null) return startInputsSchema.safeParse(inputs);
  const known = declared.get(inputs) ?? startInputsSchema.safeParse(inputs);
  declared.set(inputs, known);
  return known;
}

export type StartConfig = { readonly inputs: readonly StartInput[] };

const fileInputSchema = z.union([inlineFileSchema, fileByIdSchema]);
const { $schema: _, ...fileJsonSchema } = z.toJSONSchema(fileInputSchema);

export type InputProblem = {
  readonly code: 'input-missing' | 'input-unknown' | 'input-invalid';
  readonly name: string;
  /** `inputs.question`. */
  readonly path: string;
  readonly message: string;
  readonly hint?: string;
};

export type ParsedInputs = { ok: true; values: Record<string, unknown> } | { ok: false; problems: InputProblem[] };

/**
 * Validates the inputs of a run and applies defaults. Optional inputs without value and default are
 * omitted, but several files are an empty list; unknown names are problems, of which the first are
 * returned. Values are not converted: `"3"` is not a number.
 */
export function parseRunInputs(config: StartConfig, inputs: Readonly<Record<string, unknown>>): ParsedInputs {
  const problems: InputProblem[] = [];
  const values: Record<string, unknown> = {};
  for (const input of config.inputs) {
    const given = Object.hasOwn(inputs, input.name) ? inputs[input.name] : undefined;
    const value = given === undefined ? defaultOf(input) : given;
    const problem = problemWith(input, value);
    if (problem && problems.length < MAX_PROBLEMS) problems.push(problem);
    else if (!problem && value !== undefined) values[input.name] = value;
  }
  const names = new Set(config.inputs.map((input) => input.name));
  for (const name of Object.keys(inputs)) {
    if (problems.length >= MAX_PROBLEMS) break;
    if (!names.has(name)) problems.push(unknownInput(name, [...names]));
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, values };
}

function defaultOf({ type, required, default: value }: StartInput): unknown {
  return value === undefined && type === 'files' && !required ? [] : value;
}

/** JSON Schema of the inputs that `parseRunInputs` accepts. An empty text is invalid for a required input. */
export function inputsJsonSchema(config: StartConfig): JsonSchema {
  return objectSchema(config, (input) => input.required === true && input.default === undefined);
}

/** Schema of the value of `start`: as the request, but inputs with a default are always present. */
export function startValueSchema(config: StartConfig): JsonSchema {
  return objectSchema(config, (input) => input.required === true || defaultOf(input) !== undefined);
}

function objectSchema(config: StartConfig, isRequired: (input: StartInput) => boolean): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(config.inputs.map((input) => [input.name, schemaOfInput(input)])),
    required: config.inputs.filter(isRequired).map((input) => input.name),
    additionalProperties: false,
  };
}

function schemaOfInput(input: StartInput): JsonSchema {
  const notes = {
    ...(input.title !== undefined && { title: input.title }),
    ...(input.default !== undefined && { default: input.default }),
  };
  switch (input.type) {
    case 'text':
      return { type: 'string', ...(input.required && { minLength: 1 }), ...notes };
    case 'number':
      return { type: 'number', ...notes };
    case 'boolean':
      return { type: 'boolean', ...notes };
    case 'select':
      return { type: 'string', enum: input.options ?? [], ...notes };
    case 'file':
      return { ...fileJsonSchema, ...notes };
    case 'files':
      return {
        type: 'array',
        items: fileJsonSchema,
        ...(input.required && { minItems: 1 }),
        maxItems: MAX_INPUT_FILES,
        ...notes,
      };
    case 'json':
      return { ...input.schema, ...notes };
    default:
      return input.type satisfies never;
  }
}

function problemWith(input: StartInput, value: unknown): InputProblem | undefined {
  if (value === undefined || isEmpty(input, value)) {
    return input.required ? makeProblem('input-missing', input.name, `Input '${input.name}' is required`) : undefined;
  }
  const expected = mismatch(input, value);
  return expected === undefined ? undefined : makeProblem('input-invalid', input.name, `Input '${input.name}' ${expected}`);
}

/** A text without characters and a list without files are accepted where the input is optional. */
function isEmpty({ type }: StartInput, value: unknown): boolean {
  return type === 'text' ? value === '' : type === 'files' && Array.isArray(value) && value.length === 0;
}

/** What is wrong with a value, as the end of a sentence; undefined if it is valid. */
function mismatch(input: StartInput, value: unknown): string | undefined {
  switch (input.type) {
    case 'text':
      return typeof value === 'string' ? undefined : `has to be a text, not ${nameOf(value)}`;
    case 'number':
      if (Number.isFinite(value)) return undefined;
      return typeof value === 'string' && isInexactNumber(value)
        ? `has more digits than a number keeps exactly: ${briefJson(value, MAX_NUMBER_CHARS)}`
        : `has to be a number, not ${nameOf(value)}`;
    case 'boolean':
      return typeof value === 'boolean' ? undefined : `has to be true or false, not ${nameOf(value)}`;
    case 'select':
      return input.options?.includes(value as string)
        ? undefined
        : `has to be one of ${(input.options ?? []).join(', ')}, not ${nameOf(value)}`;
    case 'file':
      return fileInputSchema.safeParse(value).success
        ? undefined
        : `has to be a file { fileId } or { name, mediaType, base64 or text }, not ${nameOf(value)}`;
    case 'files':
      return mismatchWithFiles(value);
    case 'json':
      return input.schema && mismatchWithSchema(input.schema, value);
    default:
      return input.type satisfies never;
  }
}

function mismatchWithFiles(value: unknown): string | undefined {
  if (!Array.isArray(value)) return `has to be a list of files, not ${nameOf(value)}`;
  if (value.length > MAX_INPUT_FILES) return `may have ${MAX_INPUT_FILES} files, not ${value.length}`;
  const at = value.findIndex((file: unknown) => !fileInputSchema.safeParse(file).success);
  if (at < 0) return undefined;
  return `has to be a list of files, each { fileId } or { name, mediaType, base64 or text }, and number ${at + 1} is ${nameOf(value[at])}`;
}

function mismatchWithSchema(schema: JsonSchema, value: unknown): string | undefined {
  const [problem] = checkJsonSchema(value, schema);
  if (!problem) return undefined;
  return `does not match its schema: ${problem.path === '' ? 'it' : problem.path} ${problem.message}`;
}

function problemsOfDeclaration(input: StartInput): { path: keyof StartInput; message: string }[] {
  if (input.type === 'select' && !input.options?.length)
    return [{ path: 'options', message: 'A select needs at least one option' }];
  const expected = input.default === undefined ? undefined : mismatch(input, input.default);
  return expected === undefined ? [] : [{ path: 'default', message: `The default ${expected}` }];
}

function unknownInput(name: string, known: readonly string[]): InputProblem {
  const meant = didYouMean(name, known);
  const hint = meant ? `Did you mean ${meant}?` : known.length > 0 ? `It takes: ${known.join(', ')}` : 'It takes none';
  return { ...makeProblem('input-unknown', name, `The workflow has no input '${name}'`), hint };
}

function makeProblem(code: InputProblem['code'], name: string, message: string): InputProblem {
  return { code, name, path: `inputs.${name}`, message };
}

const SHOWN_VALUE_LENGTH = 60;

function nameOf(value: unknown): string {
  return briefJson(value, SHOWN_VALUE_LENGTH);
}
