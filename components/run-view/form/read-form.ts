import { readJson } from '#components/ui/read-json.ts';
import { inlineBytes } from '#lib/run/file-value.ts';
import { mediaTypeOf } from '#lib/run/media-type.ts';
import { coerceInputText } from '#lib/workflow/coerce-input-text.ts';
import type { StartInput } from '#lib/workflow/start-inputs.ts';

/** Largest file that is sent within the inputs where larger ones can be uploaded: it is kept in the run's log. */
export const FILE_MAX_BYTES = 1_048_576;
/** The same where none can be uploaded: in base64 it fits into the body of a form. */
export const SENT_MAX_BYTES = 3_500_000;

/** A file of the form, read in the browser and sent within the inputs. */
export type FileValue = { fileId: string; name: string; mediaType: string; sizeBytes: number; text?: string; base64?: string };

/** What a control holds: text as typed, a switch, a file, or several. */
export type FormValue = string | boolean | FileValue | readonly FileValue[] | null;
export type FormValues = Readonly<Record<string, FormValue>>;

export type FormProblem = {
  readonly code: 'required' | 'not-a-number' | 'not-json' | 'not-an-option';
  readonly value: string;
  readonly reason: string;
};

export type ReadForm = { readonly inputs: Record<string, unknown>; readonly problems: Readonly<Record<string, FormProblem>> };

/** What the controls show before anybody touched them. */
export function initialValue(input: StartInput): FormValue {
  if (input.type === 'boolean') return input.default === true;
  if (input.type === 'file') return defaultFiles(input)[0] ?? null;
  if (input.type === 'files') return defaultFiles(input);
  if (input.default === undefined) return '';
  return typeof input.default === 'string' ? input.default : JSON.stringify(input.default, null, input.type === 'json' ? 2 : 0);
}

/** Default files are among the chosen ones, so that they can be seen and removed. */
function defaultFiles({ name, default: value }: StartInput): FileValue[] {
  return [value].flat().flatMap((file, index): FileValue[] => {
    if (typeof file !== 'object' || file === null || Array.isArray(file)) return [];
    const given: Partial<FileValue> = { ...(file as object) };
    const { fileId = `inline_${name}_${index}`, name: fileName = fileId } = given;
    const { mediaType = mediaTypeOf(fileName), sizeBytes = inlineBytes(file)?.byteLength ?? 0 } = given;
    return [{ ...given, fileId, name: fileName, mediaType, sizeBytes }];
  });
}

/**
 * The inputs for the API, or the problem of each field. An empty optional text is sent, other empty
 * fields are omitted.
 */
export function readForm(declared: readonly StartInput[], values: FormValues): ReadForm {
  const inputs: Record<string, unknown> = {};
  const problems: Record<string, FormProblem> = {};
  for (const input of declared) {
    const value = values[input.name];
    const read = readField(input, value === undefined ? initialValue(input) : value);
    if ('problem' in read) problems[input.name] = read.problem;
    else if (read.value !== undefined) inputs[input.name] = read.value;
  }
  return { inputs, problems };
}

/** Several files. */
export function isFileList(value: FormValue): value is readonly FileValue[] {
  return Array.isArray(value);
}

type ReadField = { value: unknown } | { problem: FormProblem };

function readField(input: StartInput, value: FormValue): ReadField {
  if (typeof value === 'boolean') return { value };
  if (isFileList(value) && value.length > 0) return { value };
  if (isFileList(value))
    return input.required ? problem('required', '') : { value: input.default === undefined ? undefined : [] };
  if (value === null || (typeof value === 'string' && value.trim() === '')) {
    return input.required ? problem('required', '') : { value: input.type === 'text' && value !== null ? '' : undefined };
  }
  if (typeof value === 'object') return { value };
  if (input.type === 'json') {
    const read = readJson(value);
    return 'reason' in read ? problem('not-json', value, read.reason) : read;
  }
  if (input.type === 'select' && !input.options?.includes(value)) return problem('not-an-option', value);
  const coerced = coerceInputText(input, value);
  return coerced.ok ? { value: coerced.value } : problem('not-a-number', value);
}

function problem(code: FormProblem['code'], value: string, reason = ''): ReadField {
  return { problem: { code, value, reason } };
}

/** Reads a chosen file: text stays text, anything else becomes base64. */
export async function readFile(file: File, fileId: string): Promise<FileValue> {
  const about = { fileId, name: file.name, mediaType: file.type || 'application/octet-stream', sizeBytes: file.size };
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    return { ...about, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { ...about, base64: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) };
  }
}
