import { crc32, deflateSync } from 'node:zlib';
import type { ImageModelV4, SpeechModelV4, TranscriptionModelV4 } from '@ai-sdk/provider';
import type { MediaModels } from '#lib/ports/media-models.ts';

const DEFAULT_SIZE = '256x256';
const MAX_SIDE = 1024;
const SAMPLES_PER_SECOND = 8000;
const TONE_HZ = 440;

const about = { specificationVersion: 'v4', provider: 'demo', modelId: 'demo' } as const;
const response = () => ({ timestamp: new Date(), modelId: 'demo' });

/** Placeholders, so that workflows can be tried without a model: a plain image, a short tone, a made-up text. */
export const demoMedia: Required<MediaModels> = {
  image: (): ImageModelV4 => ({
    ...about,
    maxImagesPerCall: 8,
    doGenerate: async ({ prompt, n, size }) => ({
      images: Array.from({ length: n }, (_, index) => plainImage(size ?? DEFAULT_SIZE, crc32(`${prompt ?? ''} ${index}`))),
      warnings: [],
      response: { ...response(), headers: undefined },
    }),
  }),
  speech: (): SpeechModelV4 => ({
    ...about,
    doGenerate: async ({ text }) => ({
      audio: tone(Math.min(Math.max(text.length / 15, 0.2), 5)),
      warnings: [],
      response: response(),
    }),
  }),
  transcribe: (): TranscriptionModelV4 => ({
    ...about,
    doGenerate: async ({ audio }) => ({
      text: `[demo model] This is a made-up transcript of ${audio.length} bytes; configure a model for a real one.`,
      segments: [],
      language: undefined,
      durationInSeconds: undefined,
      warnings: [],
      response: response(),
    }),
  }),
};

/** A PNG of one colour. @see https://www.w3.org/TR/png-3/ */
function plainImage(size: string, seed: number): Uint8Array {
  const [width = 1, height = 1] = size.split('x').map((side) => Math.min(Math.max(Number(side) || 1, 1), MAX_SIDE));
  const colour = [seed & 255, (seed >> 8) & 255, (seed >> 16) & 255];
  const row = Buffer.alloc(1 + width * 3);
  for (let x = 0; x < width; x++) row.set(colour, 1 + x * 3);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, pngChunk('IHDR', header), pngChunk('IDAT', pixels), pngChunk('IEND', Buffer.alloc(0))]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** A WAV file, whatever format was wanted. */
function tone(seconds: number): Uint8Array {
  const samples = Math.round(seconds * SAMPLES_PER_SECOND);
  const wav = Buffer.alloc(44 + samples);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(36 + samples, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  // PCM, one channel, 8 bits.
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(SAMPLES_PER_SECOND, 24);
  wav.writeUInt32LE(SAMPLES_PER_SECOND, 28);
  wav.writeUInt16LE(1, 32);
  wav.writeUInt16LE(8, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(samples, 40);
  for (let index = 0; index < samples; index++)
    wav[44 + index] = 128 + Math.round(60 * Math.sin((2 * Math.PI * TONE_HZ * index) / SAMPLES_PER_SECOND));
  return wav;
}
