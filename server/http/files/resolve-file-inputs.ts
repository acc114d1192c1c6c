import { AppError } from '#lib/errors/app-error.ts';
import { inlineBytes } from '#lib/run/file-value.ts';
import { coerceInputText } from '#lib/workflow/coerce-input-text.ts';
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
  for (const { name, type } of declared.data ?? []) {
    const fileId = type === 'file' && Object.hasOwn(inputs, name) ? idOf(inputs[name]) : undefined;
    if (fileId === undefined) continue;
    const row = await loadFile(fileId, context).catch((error: unknown) => {
      throw AppError.is(error) && error.code === 'not-found' ? noSuchFile(name, fileId) : error;
    });
    const { path, mediaType, sizeBytes, sha256 } = row;
    resolved[name] = { fileId, name: path.slice(path.lastIndexOf('/') + 1), mediaType, sizeBytes, sha256 };
  }
  return resolved;
}

/** The value of a text of a form. @throws {AppError} `inputs-invalid` */
function readText(input: StartInput, inputs: Inputs): unknown {
  const text = inputs[input.name];
  const read = typeof text === 'string' ? coerceInputText(input, text) : { ok: true as const, value: text };
  if (read.ok) return read.value;
  const problem = { path: `inputs.${input.name}`, message: read.message };
  throw new AppError('inputs-invalid', problem.message, { details: { problems: [problem] } });
}

/** Undefined for a file whose content is in the value: its id means nothing to the server. */
function idOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || inlineBytes(value)) return undefined;
  return 'fileId' in value && typeof value.fileId === 'string' ? value.fileId : undefined;
}

function noSuchFile(name: string, fileId: string): AppError {
  const problem = { path: `inputs.${name}`, message: `Input '${name}' names a file that does not exist: ${fileId}` };
  return new AppError('inputs-invalid', problem.message, { details: { problems: [problem] } });
}
