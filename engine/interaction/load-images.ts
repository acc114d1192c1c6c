import type { FilePart } from 'ai';
import { GuardedFetchError } from '#lib/errors/guarded-fetch-error.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ModelHandle } from '#lib/ports/model-registry.ts';
import { type FileValue, fileRefOf, flattenFiles, inlineBytes } from '#lib/run/file-value.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';
import { filesOf } from '../tools/files-of.ts';
import { nameOf } from './model-failure.ts';

type Context = Pick<ExecutorContext, 'fetch' | 'signal' | 'tools' | 'workspaceId'>;

/** Providers refuse larger ones: OpenAI takes 20 MB, Anthropic 5 MB for each image. */
export const MAX_IMAGE_BYTES = 10_000_000;
const SHOWN_CHARS = 100;

/** How the kinds that every provider takes begin, in hex, whatever their names or their servers say. */
const KINDS = [
  { mediaType: 'image/png', begins: /^89504e470d0a1a0a/ },
  { mediaType: 'image/jpeg', begins: /^ffd8ff/ },
  { mediaType: 'image/gif', begins: /^47494638(37|39)61/ },
  { mediaType: 'image/webp', begins: /^52494646.{8}57454250/ },
] as const;
const HEAD_BYTES = 16;

/**
 * What a node shows its models: each image from a data URL, an address, or a file of the workspace.
 * @throws {NodeFailure} `model-without-vision` when one of the models sees no images, before anything is read
 * @throws {NodeFailure} `image-unreadable` and those of fetching and of files, at the image at fault
 */
export async function loadImages(
  sources: readonly (string | FileValue | readonly FileValue[])[],
  models: readonly ModelHandle[],
  context: Context,
): Promise<readonly FilePart[]> {
  const files = flattenFiles<string | FileValue>(sources, 'config.images');
  assertVision(models, { count: files.length, path: 'config.images' });
  return Promise.all(files.map(({ value, path }) => loadImage(value, path, context)));
}

/** @throws {NodeFailure} `model-without-vision` when there are images and one of the models sees none */
export function assertVision(
  models: readonly ModelHandle[],
  { count, path }: { readonly count: number; readonly path: string },
): void {
  const blind = count > 0 ? models.find(({ supportsVision }) => !supportsVision) : undefined;
  if (!blind) return;
  throw new NodeFailure('model-without-vision', `${nameOf(blind)} sees no images, and the node has ${count}`, {
    path,
    hint: 'Choose a model that sees, or set support_vision: true for this one in the config',
  });
}

/** The media type of an image that models take, by its content; undefined for anything else. */
export function imageKind(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('hex');
  return KINDS.find(({ begins }) => begins.test(head))?.mediaType;
}

async function loadImage(source: string | FileValue, path: string, context: Context): Promise<FilePart> {
  const bytes = await readBytes(source, path, context);
  if (bytes.byteLength > MAX_IMAGE_BYTES)
    throw unreadable(source, path, `has ${bytes.byteLength} bytes, and ${MAX_IMAGE_BYTES} are allowed`);
  const mediaType = imageKind(bytes);
  if (mediaType === undefined) throw unreadable(source, path, 'is none of PNG, JPEG, GIF and WebP');
  return { type: 'file', mediaType, data: bytes };
}

async function readBytes(image: string | FileValue, path: string, context: Context): Promise<Uint8Array> {
  const inline = inlineBytes(image);
  if (inline) return inline;
  const ref = fileRefOf(image);
  const source = ref && 'path' in ref ? ref.path : '';
  if (source.startsWith('data:')) {
    const base64 = /^data:[^,]*;base64,(?<data>[A-Za-z0-9+/=_-]*)$/.exec(source)?.groups?.data;
    if (base64 === undefined) throw unreadable(source, path, 'is no data URL in base64');
    return Buffer.from(base64, 'base64');
  }
  try {
    if (/^https?:/i.test(source)) return await fetchBytes(source, path, context);
    return (await filesOf(context).readFile(context.workspaceId, ref ?? { path: source })).bytes;
  } catch (error) {
    if (!NodeFailure.is(error)) throw error;
    throw error.inField(path);
  }
}

async function fetchBytes(source: string, path: string, { fetch, signal }: Context): Promise<Uint8Array> {
  try {
    const { status, body } = await fetch(source, { signal, maxBytes: MAX_IMAGE_BYTES });
    if (status >= 200 && status < 300) return body;
    throw unreadable(source, path, `cannot be fetched: its server answered ${status}`, { isRetryable: status >= 500 });
  } catch (error) {
    signal.throwIfAborted();
    if (!GuardedFetchError.is(error)) throw error;
    const { code, message, hint, privateHost } = error;
    const isRetryable = code === 'connection-failed';
    throw new NodeFailure(code, message, {
      isRetryable,
      path,
      privateHost,
      ...(hint !== undefined && { hint }),
      cause: error,
    });
  }
}

function unreadable(image: string | FileValue, path: string, problem: string, { isRetryable = false } = {}): NodeFailure {
  const shown = shownName(image);
  return new NodeFailure('image-unreadable', `The image ${shown} ${problem}`, {
    path,
    isRetryable,
    hint: 'Give an https address, a data URL, a file input, or the path of a file of the workspace',
  });
}

/** Never the content, and no query of an address, which often holds a key. */
function shownName(image: string | FileValue): string {
  if (typeof image !== 'string') return String(image.name ?? image.path ?? image.fileId ?? 'of the file').slice(0, SHOWN_CHARS);
  return image.startsWith('data:') ? 'of the data URL' : (image.split('?')[0] ?? '').slice(0, SHOWN_CHARS);
}
