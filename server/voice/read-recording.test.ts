import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeTone } from '#tests/support/fake-model/audio.ts';
import { readRecording } from './read-recording.ts';

/** What Chromium recorded in a second and a half. */
const recorded = (name: string) => readFileSync(new URL(`../../tests/fixtures/recordings/${name}`, import.meta.url));

test('recordings of browsers are told by their content, with their length', () => {
  expect(readRecording(recorded('speech.webm'))).toEqual({ mediaType: 'audio/webm', seconds: expect.closeTo(1.3, 0) });
  expect(readRecording(recorded('speech.mp4'))).toEqual({ mediaType: 'audio/mp4', seconds: expect.closeTo(1.5, 0) });
  expect(readRecording(makeTone(2.5))).toEqual({ mediaType: 'audio/wav', seconds: 2.5 });
});

test('the length of an Ogg file is the position of its last page', () => {
  const page = (position: bigint, content: Buffer) => {
    const head = Buffer.alloc(28);
    head.write('OggS', 0, 'latin1');
    head.writeBigUInt64LE(position, 6);
    head.writeUInt8(1, 26);
    head.writeUInt8(content.length, 27);
    return Buffer.concat([head, content]);
  };
  const ogg = Buffer.concat([page(0n, Buffer.from('OpusHead')), page(48_000n, Buffer.alloc(9)), page(96_000n, Buffer.alloc(3))]);
  expect(readRecording(ogg)).toEqual({ mediaType: 'audio/ogg', seconds: 2 });
});

test('whatever is no recording has no length: texts, pictures, videos without sound, and files that end too early', () => {
  const webm = recorded('speech.webm');
  const mp4 = recorded('speech.mp4');
  const wrong = [
    Buffer.from(''),
    Buffer.from('How do I send something back?'),
    Buffer.from('\x89PNG\r\n\x1a\n0000000000', 'latin1'),
    Buffer.from('RIFF\x00\x00\x00\x00WAVEdata', 'latin1'),
    webm.subarray(0, 40),
    mp4.subarray(0, 30),
    Buffer.concat([webm.subarray(0, 4), Buffer.alloc(50)]),
  ];
  expect(wrong.map(readRecording)).toEqual(wrong.map(() => undefined));
});

test('any bytes after the mark of a format end with an answer', () => {
  const marks = [recorded('speech.webm').subarray(0, 60), recorded('speech.mp4').subarray(0, 120), makeTone(0.1).subarray(0, 50)];
  for (let seed = 0; seed < 300; seed++)
    for (const mark of marks) {
      const noise = Buffer.from(Array.from({ length: 200 }, (_, index) => (seed * 31 + index * index * 7) % 256));
      expect(() => readRecording(Buffer.concat([mark, noise]))).not.toThrow();
    }
});
