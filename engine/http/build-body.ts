import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { HttpBodyType } from '#lib/tools/http-methods.ts';

/** A file of a request: its content, name and type. */
export type RequestFile = { readonly bytes: Uint8Array<ArrayBuffer>; readonly name: string; readonly mediaType: string };
export type BuiltBody = { readonly body: string | Uint8Array; readonly contentType?: string };

type Building = {
  readonly bodyType: HttpBodyType;
  /** The file that a value stands for; undefined for other values. */
  readonly readFile: (value: unknown, path: string) => Promise<RequestFile | undefined>;
};

/**
 * What is sent for the body of a config.
 * @throws {NodeFailure} `http-request-invalid` for a value that its type cannot send, and those of reading files
 */
export async function buildBody(value: unknown, { bodyType, readFile }: Building): Promise<BuiltBody> {
  switch (bodyType) {
    case 'json':
      // A text is JSON that was written as such.
      return { body: typeof value === 'string' ? value : JSON.stringify(value), contentType: 'application/json' };
    case 'text':
      return typeof value === 'string' ? { body: value } : { body: JSON.stringify(value), contentType: 'application/json' };
    case 'form':
      return { body: formOf(value).toString(), contentType: 'application/x-www-form-urlencoded' };
    case 'multipart':
      return multipartOf(value, readFile);
    case 'file': {
      const file = await readFile(value, 'config.body');
      if (!file)
        throw invalid(
          'The body is no file',
          'Give a file input, a file that another node wrote, or the path of a workspace file',
        );
      return { body: file.bytes, contentType: file.mediaType };
    }
    default:
      return bodyType satisfies never;
  }
}

function formOf(value: unknown): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, one] of fieldsOf(value)) form.append(name, textOf(one));
  return form;
}

async function multipartOf(value: unknown, readFile: Building['readFile']): Promise<BuiltBody> {
  const form = new FormData();
  for (const [name, one] of fieldsOf(value)) {
    const file = typeof one === 'object' ? await readFile(one, `config.body.${name}`) : undefined;
    if (file) form.append(name, new Blob([file.bytes], { type: file.mediaType }), file.name);
    else form.append(name, textOf(one));
  }
  const encoded = new Response(form);
  return { body: await encoded.bytes(), contentType: encoded.headers.get('content-type') ?? 'multipart/form-data' };
}

/** The fields of a form; one with several values comes several times, one without any not at all. */
function fieldsOf(value: unknown): (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid('The body has no fields', 'Give an object of names and values');
  return Object.entries(value).flatMap(([name, one]) =>
    [one]
      .flat()
      .filter((item) => item !== null && item !== undefined)
      .map((item) => [name, item] as const),
  );
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function invalid(message: string, hint: string): NodeFailure {
  return new NodeFailure('http-request-invalid', message, { path: 'config.body', hint });
}
