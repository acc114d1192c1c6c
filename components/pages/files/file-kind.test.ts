import { expect, test } from 'vitest';
import { fileKind, MAX_TEXT_BYTES } from './file-kind.ts';

test.each([
  ['text/markdown', 10, 'text'],
  ['application/json', 10, 'text'],
  ['image/svg+xml', 10, 'image'],
  ['text/plain', MAX_TEXT_BYTES + 1, 'other'],
  ['application/pdf', 9e9, 'pdf'],
  ['audio/mpeg', 10, 'audio'],
  ['video/mp4', 10, 'video'],
  ['application/octet-stream', 10, 'other'],
])('%s of %d bytes is shown as %s', (mediaType, sizeBytes, kind) => {
  expect(fileKind({ mediaType, sizeBytes })).toBe(kind);
});
