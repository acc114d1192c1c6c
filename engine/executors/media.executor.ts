import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ConfigOf } from '#lib/node-kit/define-node.ts';
import type { ModelHandle } from '#lib/ports/model-registry.ts';
import media from '#nodes/media/media.node.ts';
import { readFileValue } from '../code/read-file-value.ts';
import { defineExecutor, type ExecutorContext } from '../contract/define-executor.ts';
import { type MediaFile, makeImages, makeSpeech, writeDown } from '../interaction/call-media.ts';
import { resolveModel } from '../interaction/resolve-models.ts';
import { keepFiles } from '../tools/keep-files.ts';

type Config = ConfigOf<typeof media>;

const ENDINGS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
  'audio/aac': 'aac',
};

export default defineExecutor(media, async ({ config, context }) => {
  const handle = resolveModel(config.model, context);
  const effect = { key: `media:${config.task}`, kind: 'model', name: handle.name, effects: 'read' } as const;
  if (config.task === 'transcribe') {
    const audio = await readAudio(config.audio, context);
    return { out: await context.effect(effect, () => writeDown(audio, handle, context)) };
  }
  const files = await context.effect(effect, async () => keep(await make(config, handle, context), config, context));
  return { out: { file: files[0], files } };
});

async function make(config: Config, handle: ModelHandle, context: ExecutorContext): Promise<readonly MediaFile[]> {
  const { task, text = '', count, size, voice, format } = config;
  if (task === 'image') return makeImages({ text, count, size }, handle, context);
  return [await makeSpeech({ text, voice, format }, handle, context)];
}

/** As files of the run; an earlier attempt of the node is replaced. */
function keep(files: readonly MediaFile[], { task, format }: Config, context: ExecutorContext) {
  const named = files.map(({ bytes, mediaType }, index) => {
    const ending = ENDINGS[mediaType] ?? (task === 'image' ? 'png' : format);
    return { name: `${task}${files.length > 1 ? `-${index + 1}` : ''}.${ending}`, bytes };
  });
  return keepFiles(named, { folder: context.nodeId, context });
}

async function readAudio(value: unknown, context: ExecutorContext) {
  try {
    const file = await readFileValue(value, context);
    if (file) return file;
    throw new NodeFailure('media-unsupported', 'The value is no file', {
      hint: 'Give a file input, a file that another node wrote, or the path of a workspace file',
    });
  } catch (error) {
    throw NodeFailure.is(error) ? error.inField('config.audio') : error;
  }
}
