import { AppError } from '#lib/errors/app-error.ts';
import { inlineBytes } from '#lib/run/file-value.ts';
import { coerceInputText } from '#lib/workflow/coerce-input-text.ts';
import { isFileInput } from '#lib/workflow/file-inputs.ts';
import { readStartInputs, type StartInput } from '#lib/workflow/start-inputs.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import type { HandlerContext } from '../handler-kit/define-handler.ts';
import { loadFile } from './load-file.ts';

type Inputs = Readonly<Record<string, unknown>>;

/**
 * Inputs of a run whose files by id are replaced with what is known of those files: callers name a
 * file and cannot say anything else about it. Texts of a form become values of the types of their
 * inputs.
 * @throws {AppError} `inputs-invalid` for a text without such a value, and for a file that does not
 * exist, or that the caller may not read
 */
export async function resolveFileInputs(
  workflow: Workflow,
  inputs: Inputs,
  context: HandlerContext,
): Promise<Record<string, unknown>> {
  const resolved = { ...inputs };
  const start = workflow.nodes.find(({ type }) => type === 'start');
  const declared = readStartInputs(start?.config.inputs);
  for (const input of declared.data ?? [])
    if (context.form?.texts.has(input.name)) resolved[input.name] = readText(input, inputs);
  for (const { name, type } of (declared.data ?? []).filter(isFileInput)) {
    if (!Object.hasOwn(resolved, name)) continue;
    const isUploaded = context.form?.files.has(name) === true;
    // A field that came once has one value, whatever its input takes.
    if (isUploaded && type === 'files') resolved[name] = [resolved[name]].flat();
    const value = resolved[name];
    if (isUploaded && type === 'file' && Array.isArray(value)) throw invalidInput(name, `Input '${name}' takes one file`);
    if (type === 'file' || !Array.isArray(value)) resolved[name] = await resolveFile(name, value, context);
    else {
      const files: unknown[] = [];
      for (const one of value) files.push(await resolveFile(name, one, context));
      resolved[name] = files;
    }
  }
  return resolved;
}

async function resolveFile(name: string, value: unknown, context: HandlerContext): Promise<unknown> {
  const fileId = idOf(value);
  if (fileId === undefined) return value;
  const row = await loadFile(fileId, context).catch((error: unknown) => {
    if (!AppError.is(error) || error.code !== 'not-found') throw error;
    throw invalidInput(name, `Input '${name}' names a file that does not exist: ${fileId}`);
  });
  const { path, mediaType, sizeBytes, sha256 } = row;
  return { fileId, name: path.slice(path.lastIndexOf('/') + 1), mediaType, sizeBytes, sha256 };
}

/**
 * The value of the texts of a field of a form: several of them are a list of JSON values or of files.
 * @throws {AppError} `inputs-invalid`
 */
function readText(input: StartInput, inputs: Inputs): unknown {
  const text = inputs[input.name];
  if (!Array.isArray(text)) return readOne(input, text);
  if (input.type === 'files') return text.flatMap((one: unknown) => readOne(input, one));
  if (input.type === 'json') return text;
  throw invalidInput(input.name, `Input '${input.name}' takes one value, and the form has ${text.length}`);
}

function readOne(input: StartInput, text: unknown): unknown {
  const read = typeof text === 'string' ? coerceInputText(input, text) : { ok: true as const, value: text };
  if (read.ok) return read.value;
  throw invalidInput(input.name, read.message);
}

/** Undefined for a file whose content is in the value: its id means nothing to the server. */
function idOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || inlineBytes(value)) return undefined;
  return 'fileId' in value && typeof value.fileId === 'string' ? value.fileId : undefined;
}

function invalidInput(name: string, message: string): AppError {
  return new AppError('inputs-invalid', message, { details: { problems: [{ path: `inputs.${name}`, message }] } });
}
