import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { writeDocx } from './write-docx.ts';

test('a numbered list within another one begins at its own number', async () => {
  const bytes = await writeDocx({ title: 'Lists', markdown: '- outer\n\n  3. third\n  4. fourth\n', images: new Map() } as never);
  const { 'word/numbering.xml': numbering, 'word/document.xml': body } = unzipSync(bytes);
  const [, numId] = /<w:ilvl w:val="1"\/><w:numId w:val="(\d+)"\/>/.exec(strFromU8(body as Uint8Array)) ?? [];
  const xml = strFromU8(numbering as Uint8Array);
  const [, abstractId] = new RegExp(`<w:num w:numId="${numId}"[^>]*><w:abstractNumId w:val="(\\d+)"/>`).exec(xml) ?? [];
  const [, levels = ''] =
    new RegExp(`<w:abstractNum w:abstractNumId="${abstractId}".*?>(.*?)</w:abstractNum>`, 's').exec(xml) ?? [];
  expect(levels).toMatch(/<w:lvl w:ilvl="1"[^>]*><w:start w:val="3"\/>/);
});
