import { type Exchange, type RequestBody, sendJson } from './answer.ts';

const SAMPLES_PER_SECOND = 8000;
const CHARS_PER_SECOND = 15;
const MAX_SECONDS = 60;

/** OpenAI's transcriptions: the tokens of the behaviour as text, of two seconds of audio. */
export async function answerTranscription({ behaviour, response }: Exchange): Promise<void> {
  await behaviour.heldUntil;
  sendJson(response, 200, { text: behaviour.tokens.join(''), language: 'english', duration: 2, segments: [] });
}

/** OpenAI's speech: a tone whose length follows the text, as a WAV file, which every browser plays. */
export async function answerSpeech({ body, behaviour, response }: Exchange): Promise<void> {
  await behaviour.heldUntil;
  const seconds = Math.min(Math.max(String(body.input).length / CHARS_PER_SECOND, 1), MAX_SECONDS);
  response.writeHead(200, { 'content-type': 'audio/wav' }).end(makeTone(seconds));
}

/** A form of a transcription. Its file becomes name, type and size. */
export async function readForm(bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<RequestBody> {
  const form = await new Response(bytes, { headers: { 'content-type': contentType } }).formData();
  const fields = [...form].map(([name, value]) => [
    name,
    typeof value === 'string' ? value : { name: value.name, type: value.type, size: value.size },
  ]);
  return Object.fromEntries(fields);
}

/** 8-bit PCM of one channel. */
export function makeTone(seconds: number): Buffer {
  const samples = Math.round(seconds * SAMPLES_PER_SECOND);
  const wav = Buffer.alloc(44 + samples, 128);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(36 + samples, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(SAMPLES_PER_SECOND, 24);
  wav.writeUInt32LE(SAMPLES_PER_SECOND, 28);
  wav.writeUInt16LE(1, 32);
  wav.writeUInt16LE(8, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(samples, 40);
  for (let index = 0; index < samples; index++)
    wav[44 + index] = 128 + Math.round(20 * Math.sin((2 * Math.PI * 440 * index) / SAMPLES_PER_SECOND));
  return wav;
}
