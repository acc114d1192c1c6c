import { expect, test } from 'vitest';
import { mediaTypeOf, parseMediaType } from './media-type.ts';

test.each([
  ['page.HTML', 'text/html'],
  ['a.b/report.pdf', 'application/pdf'],
  ['html', 'application/octet-stream'],
  ['v1.2/log', 'application/octet-stream'],
  ['notes.', 'application/octet-stream'],
  ['a.constructor', 'application/octet-stream'],
])('%s has the media type %s', (name, type) => {
  expect(mediaTypeOf(name)).toBe(type);
});

test('a media type is read without its parameters', () => {
  expect(parseMediaType(' Text/HTML; charset=utf-8')).toBe('text/html');
  expect(parseMediaType('html')).toBeUndefined();
});
