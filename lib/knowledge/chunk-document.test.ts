import { expect, test } from 'vitest';
import { threadCpuMs } from '#tests/support/thread-cpu.ts';
import type { ChunkPage } from './chunk.ts';
import { chunkDocument } from './chunk-document.ts';
import { splitSentences } from './split-sentences.ts';

const chunksOf = (text: string, maxChars = 200, pages?: ChunkPage[]) => [
  ...chunkDocument(pages ?? [{ number: null, title: '', text }], { maxChars }),
];

test('a chunk never crosses a heading, and carries the headings above it', () => {
  const text = '# Returns\n\nShort.\n\n## How long\n\nThirty days.\n\n## Who pays\n\nThe shop.\n\n# Repairs\n\nTwo years.';
  expect(chunksOf(text).map(({ heading, text: chunk, section }) => [section, heading, chunk])).toEqual([
    [1, 'Returns', 'Short.'],
    [2, 'Returns › How long', 'Thirty days.'],
    [3, 'Returns › Who pays', 'The shop.'],
    [4, 'Repairs', 'Two years.'],
  ]);
});

test('a heading without text below is a chunk, and one that a chunk carries is not', () => {
  const text = '# Closed on 24 December\n\n# Hours\n\nNine to five.\n\n## Sundays\n\n### Closed\n\n# End';
  expect(chunksOf(text).map(({ heading, text: chunk, section, start }) => [section, heading, chunk, start])).toEqual([
    [1, '', 'Closed on 24 December', 0],
    [2, 'Hours', 'Nine to five.', text.indexOf('Nine')],
    [4, 'Hours › Sundays', 'Closed', text.indexOf('### Closed')],
    [5, '', 'End', text.indexOf('# End')],
  ]);
});

test('a page of which only the title is written is found, and a title above text is no chunk of its own', () => {
  const pages = [
    { number: 1, title: 'Sales doubled', text: '' },
    { number: 2, title: 'Costs', text: 'They fell.' },
    { number: 3, title: '', text: '' },
  ];
  expect(chunksOf('', 200, pages)).toMatchObject([
    { page: 1, heading: '', text: 'Sales doubled', section: 0 },
    { page: 2, heading: 'Costs', text: 'They fell.' },
  ]);
});

test('headings that are too long to be carried are chunks as well, of bounded length', () => {
  const long = 'A heading of many words. '.repeat(40).trim();
  const chunks = chunksOf(`# ${long}\n\nText.`);
  expect(chunks[0]).toMatchObject({ text: 'Text.' });
  const own = chunks.slice(1).map(({ text }) => text);
  expect(own.join(' ')).toBe(long);
  expect(Math.max(...own.map((text) => text.length))).toBeLessThanOrEqual(200);
});

test('a heading at the end of a page is that of the text on the next one', () => {
  const pages = [
    { number: 1, title: 'One', text: '# Prices\n' },
    { number: 2, title: '', text: 'From 4 euros.\n\n# Last' },
  ];
  expect(chunksOf('', 200, pages)).toMatchObject([
    { page: 2, heading: 'Prices', text: 'From 4 euros.' },
    { page: 2, heading: '', text: 'Last' },
  ]);
});

test('every character of the text is in a chunk, at the offset of the chunk', () => {
  const text = `# A\n\n${'One sentence of some length. '.repeat(60)}\n\nAnother paragraph.\n\n${'没有空格的句子。'.repeat(90)}`;
  const chunks = chunksOf(text);
  expect(chunks.length).toBeGreaterThan(8);
  for (const { text: chunk, start } of chunks) {
    expect(chunk.length).toBeLessThanOrEqual(200);
    expect(text.slice(start, start + 12)).toBe(chunk.slice(0, 12));
  }
  expect(chunks.map(({ text: chunk }) => chunk.replaceAll(/\s/g, '')).join('')).toBe(text.slice(3).replaceAll(/\s/g, ''));
});

test('sentences are cut behind their end, in Chinese too', () => {
  expect(splitSentences('退款需要三天。请保留收据！可以换货吗？不可以。', 14).map(({ text }) => text)).toEqual([
    '退款需要三天。请保留收据！',
    '可以换货吗？不可以。',
  ]);
  expect(splitSentences('Version 2.5 is out. It is fast. It is small.', 32).map(({ text }) => text)).toEqual([
    'Version 2.5 is out. It is fast.',
    'It is small.',
  ]);
});

test('a table and a listing stay whole, with the sentence that introduces them', () => {
  const table = `| city | tables |\n| --- | --- |\n${'| Lima | 8 |\n'.repeat(20)}`.trimEnd();
  const code = '```ts\nconst a = 1;\n\n# no heading\nconst b = 2;\n```';
  const chunks = chunksOf(`# Places\n\nAs of June:\n\n${table}\n\n${code}`);
  expect(chunks.map(({ kind, text }) => [kind, text])).toEqual([
    ['table', `As of June:\n\n${table}`],
    ['code', code],
  ]);
});

test('a table that is far too long is cut between rows, each part with the header', () => {
  const rows = Array.from({ length: 200 }, (_, index) => `| ${index} | city ${index} |`);
  const chunks = chunksOf(`| n | name |\n| --- | --- |\n${rows.join('\n')}`, 300);
  expect(chunks.length).toBeGreaterThan(5);
  for (const { text } of chunks) expect(text).toMatch(/^\| n \| name \|\n\| --- \| --- \|\n\| \d+/);
  expect(chunks.flatMap(({ text }) => text.split('\n').slice(2))).toEqual(rows);
});

test('pages are kept apart, and known by number and title', () => {
  const pages = [
    { number: 1, title: 'Intro', text: 'First.' },
    { number: 2, title: '', text: 'Second.' },
  ];
  expect(chunksOf('', 200, pages)).toMatchObject([
    { page: 1, heading: 'Intro', text: 'First.', section: 0 },
    { page: 2, heading: '', text: 'Second.', section: 1 },
  ]);
});

test('a megabyte without a separator is split all the same, quickly', () => {
  const startedAt = threadCpuMs();
  const chunks = chunksOf('𠮷'.repeat(500_000), 800);
  expect(chunks.every(({ text }) => text.isWellFormed())).toBe(true);
  expect(threadCpuMs() - startedAt).toBeLessThan(5000);
});
