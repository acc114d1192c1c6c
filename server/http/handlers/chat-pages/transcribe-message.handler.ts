import { transcribeMessage } from '#lib/api/chat-pages.contract.ts';
import { MAX_RECORDING_BYTES, MAX_RECORDING_SECONDS } from '#lib/chat/voice-limits.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { readRecording } from '../../../voice/read-recording.ts';
import { answeringVoice } from '../../chat/answering-voice.ts';
import { loadVoicePage, payerOf } from '../../chat/load-voice-page.ts';
import { defineHandler, type UploadedBody } from '../../handler-kit/define-handler.ts';

/** Recorders end a moment after their limit. */
const GRACE_SECONDS = 5;
const MB = 1_000_000;

export const transcribeMessageHandler = defineHandler(transcribeMessage, async ({ params: { slug }, upload, ...context }) => {
  const { model } = await loadVoicePage(slug, 'transcriptionModel', context);
  const bytes = await readBytes(upload);
  const recording = readRecording(bytes);
  if (!recording)
    throw new AppError('document-unusable', 'This is not a recording that can be read. Send WebM, Ogg, MP4 or WAV.');
  const { seconds } = recording;
  if (seconds > MAX_RECORDING_SECONDS + GRACE_SECONDS)
    throw new AppError(
      'document-unusable',
      `A recording has at most ${MAX_RECORDING_SECONDS} seconds. This one has ${Math.round(seconds)}.`,
    );
  const meter = context.deps.meters(payerOf(context));
  const text = await answeringVoice(context, 'transcribe', (signal) =>
    context.deps.voice.transcribe({ bytes, seconds }, { model, signal, meter }),
  );
  return { status: 200, body: { text } };
});

async function readBytes({ bytes, sizeBytes = 0 }: UploadedBody): Promise<Buffer> {
  const tooLarge = () => new AppError('body-too-large', `A recording has at most ${MAX_RECORDING_BYTES / MB} MB.`);
  if (sizeBytes > MAX_RECORDING_BYTES) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let read = 0;
  for await (const chunk of bytes) {
    read += chunk.byteLength;
    if (read > MAX_RECORDING_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
