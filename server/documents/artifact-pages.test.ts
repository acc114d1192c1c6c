import { expect, test } from 'vitest';
import type { DocumentReader } from '#lib/ports/document-reader.ts';
import { ArtifactPages } from './artifact-pages.ts';

/** Reads documents once the test lets it. */
function setUp() {
  const ends: (() => void)[] = [];
  const reader: DocumentReader = {
    for: () => reader,
    read: async () => {
      await new Promise<void>((resolve) => void ends.push(resolve));
      return { kind: 'txt', text: 'Tea', pages: [], tables: [], metadata: {}, warnings: [] };
    },
    readSlides: async () => [],
    // biome-ignore lint/correctness/useYield: nothing is cut into chunks here
    readChunks: async function* () {
      throw new Error('Not in this test');
    },
  };
  return { pages: new ArtifactPages(reader), ends };
}
const file = (sha256: string) => ({ name: 'a.docx', mediaType: 'docx', sha256, read: async () => new Uint8Array() });
const visitor = (id: string) => ({ kind: 'stranger', id, slug: 'page' }) as const;
const turn = () => new Promise(setImmediate);

test('a content is read once, however often its preview is requested', async () => {
  const { pages, ends } = setUp();
  const both = Promise.all([pages.pages(file('a'), visitor('v')), pages.pages(file('a'), visitor('w'))]);
  await turn();
  expect(ends).toHaveLength(1);
  ends[0]?.();
  expect(await both).toEqual(Array(2).fill({ pages: [{ title: '', text: 'Tea' }], isCut: false }));
  expect((await pages.pages(file('a'), { kind: 'member' })).pages).toHaveLength(1);
  expect(ends).toHaveLength(1);
});

test('a visitor has two documents read at a time, and others have theirs', async () => {
  const { pages, ends } = setUp();
  const first = [pages.pages(file('a'), visitor('v')), pages.pages(file('b'), visitor('v'))];
  await expect(pages.pages(file('c'), visitor('v'))).rejects.toMatchObject({
    code: 'rate-limited',
    details: { share: 'visitor', retryAfterS: 10 },
  });
  const others = [pages.pages(file('c'), visitor('w')), pages.pages(file('d'), { kind: 'member' })];
  await turn();
  for (const end of ends) end();
  await Promise.all([...first, ...others]);
  const again = pages.pages(file('e'), visitor('v'));
  await turn();
  ends.at(-1)?.();
  await again;
});
