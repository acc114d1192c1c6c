import { createHash } from 'node:crypto';
import { isRecord } from '#lib/json/set-at-path.ts';
import type { ToolResult } from '#lib/tools/tool-result.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';

type Context = Pick<ExecutorContext, 'workspaceId' | 'tools'>;
type ResultImage = NonNullable<ToolResult['images']>[number];
type Data = ToolResult['data'];

/** Of one result. Models pay for each in every further request. */
const MAX_IMAGES = 10;

/**
 * The data as a conversation gets it: Base64 means nothing to a model, so parts with content become what they are
 * about. Images are stored for the messages of models that see.
 */
export async function withoutMedia(data: Data, context: Context): Promise<{ data: Data; images: ResultImage[] }> {
  const images: ResultImage[] = [];
  const lean = async (part: Data): Promise<Data> => {
    const media: unknown = part;
    if (!isMedia(media)) return part;
    const { base64, blob: _, ...about } = media;
    const sizeBytes = Buffer.byteLength(base64, 'base64');
    const isShown = about.mediaType.startsWith('image/') && images.length < MAX_IMAGES;
    const ref = isShown ? await store(base64, context) : undefined;
    if (ref !== undefined) images.push({ mediaType: about.mediaType, ref });
    return { ...about, sizeBytes } as Data;
  };
  const leanList = async (list: readonly Data[]): Promise<Data[]> => {
    const parts: Data[] = [];
    for (const part of list) parts.push(await lean(part));
    return parts;
  };
  if (Array.isArray(data)) return { data: data.some(isMedia) ? await leanList(data) : data, images };
  if (!isRecord(data) || !Array.isArray(data.contents) || !data.contents.some(isMedia)) return { data, images };
  return { data: { ...data, contents: await leanList(data.contents as Data[]) } as Data, images };
}

/** The bytes of an image of a result; undefined where it is not stored any more. */
export async function loadResultImage({ ref }: ResultImage, { workspaceId, tools }: Context): Promise<Uint8Array | undefined> {
  const base64 = await tools.payloads.readPayload(workspaceId, ref);
  return base64 === undefined ? undefined : Buffer.from(JSON.parse(base64) as string, 'base64');
}

/** Never fails: the call has happened, and a failure would make the model repeat it. */
async function store(base64: string, { workspaceId, tools }: Context): Promise<string | undefined> {
  const text = JSON.stringify(base64);
  const ref = createHash('sha256').update(text).digest('base64url');
  try {
    await tools.payloads.savePayload(workspaceId, ref, text);
    return ref;
  } catch {
    return undefined;
  }
}

type Media = { readonly base64: string; readonly mediaType: string; readonly [field: string]: unknown };

function isMedia(part: unknown): part is Media {
  return isRecord(part) && typeof part.base64 === 'string' && typeof part.mediaType === 'string';
}
