import type { FilePart } from 'ai';
import { documentWarningText, namedWarningText } from '#lib/documents/document-warning.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ModelHandle } from '#lib/ports/model-registry.ts';
import { type FileValue, flattenFiles } from '#lib/run/file-value.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';
import { assertVision, imageKind, MAX_IMAGE_BYTES } from '../interaction/load-images.ts';
import { readFileValue } from './read-file-value.ts';

type Context = Pick<ExecutorContext, 'signal' | 'tools' | 'workspaceId' | 'warn' | 'language'>;

/** Characters of all documents of one prompt. */
const MAX_TEXT_CHARS = 200_000;

type Attachments = {
  readonly images: readonly FilePart[];
  /** Follows the prompt; empty without documents. */
  readonly text: string;
};

type Read = { readonly image: FilePart } | { readonly name: string; readonly text: string; readonly warnings: readonly string[] };

/**
 * Files that go with a prompt: images as they are, of other files the text. Text is data: as JSON
 * without tags it cannot leave its place. Empty values are omitted.
 * @throws {NodeFailure} `model-without-vision`; those of files and documents, at the file at fault
 */
export async function loadAttachments(
  values: readonly (string | FileValue | null | readonly FileValue[])[],
  models: readonly ModelHandle[],
  context: Context,
): Promise<Attachments> {
  const given = flattenFiles<string | FileValue | null>(values, 'config.attachments');
  const read: Read[] = [];
  // One after another: each document is read by a process of its own.
  for (const { value, path } of given)
    if (value !== null && value !== '') read.push(await readOne(value, path, { models, context }));
  const images = read.flatMap((one) => ('image' in one ? [one.image] : []));
  let left = MAX_TEXT_CHARS;
  const documents = read.flatMap((one) => {
    if ('image' in one) return [];
    const text = one.text.slice(0, left).toWellFormed();
    left -= text.length;
    const { name, warnings } = one;
    return [{ name, text, ...(warnings.length > 0 && { warnings }), ...(text.length < one.text.length && { isCut: true }) }];
  });
  return {
    images,
    text:
      documents.length === 0 ? '' : `\n\n<attachments>\n${JSON.stringify(documents).replaceAll('<', '\\u003c')}\n</attachments>`,
  };
}

type Reading = { readonly models: readonly ModelHandle[]; readonly context: Context };

async function readOne(value: string | FileValue, path: string, { models, context }: Reading): Promise<Read> {
  try {
    const file = await readFileValue(value, context);
    if (!file) throw new NodeFailure('document-unsupported', 'The value is no file');
    const { bytes, name } = file;
    const mediaType = imageKind(bytes);
    if (mediaType !== undefined) {
      assertVision(models, { count: 1, path });
      if (bytes.byteLength <= MAX_IMAGE_BYTES) return { image: { type: 'file', mediaType, data: bytes } };
      throw new NodeFailure(
        'image-unreadable',
        `The image ${name} has ${bytes.byteLength} bytes, and ${MAX_IMAGE_BYTES} are allowed`,
      );
    }
    const { documents } = context.tools;
    if (!documents) throw new NodeFailure('document-unsupported', 'Documents cannot be read here');
    const { text, warnings } = await documents.read({ ...file, format: 'markdown' }, context.signal);
    const { language } = context;
    for (const warning of warnings) context.warn({ code: warning.code, message: namedWarningText(name, warning, language) });
    return { name, text, warnings: warnings.map((warning) => documentWarningText(warning, language)) };
  } catch (error) {
    throw NodeFailure.is(error) ? error.inField(path) : error;
  }
}
