import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import type { DocumentWarning } from '#lib/documents/document-warning.ts';
import { judge } from './judge.ts';
import { type OurReading, ReaderProcess } from './our-readers.ts';

const read = (text: string, ...warnings: DocumentWarning[]): OurReading => ({ outcome: 'read', text, warnings });
const warning = (code: DocumentWarning['code'], detail = ''): DocumentWarning => ({ code, place: '', count: 1, detail });
const second = (text: string, main?: string) => ({ path: 'a', text, ...(main !== undefined && { main }) });

describe('lost words', () => {
  test('a word that only the other reader has is a loss, whatever else is read', () => {
    expect(judge('docx', read('The price is'), second('The price is 4711 euros'))).toEqual({
      lost: ['4711', 'euros'],
      mojibake: [],
      warned: 0,
    });
  });

  test.each([
    ['case, ligatures, and where a line ends', 'Die ﬁne Straße\nist long', 'DIE FINE Straße ist\nlong'],
    ['hyphens and spaces within words', 'exam-\nple of let ters', 'example of letters'],
    ['where a text without spaces is cut', '合同金额为\n四十二元', '合同金额\n为四十二元'],
  ])('%s make no difference', (_, ours, others) => {
    expect(judge('txt', read(ours), second(others)).lost).toEqual([]);
  });

  test('a sign of a text without spaces is missed as a word is', () => {
    expect(judge('txt', read('合同金额四十二元'), second('合同金额为四十二元')).lost).toEqual(['额为', '为四']);
  });

  test('a warning that a text was not read excuses it, and one of pictures does not', () => {
    expect(judge('docx', read('a', warning('objects-not-read')), second('a lost word'))).toMatchObject({ lost: [], warned: 2 });
    expect(judge('docx', read('a', warning('pictures-not-read')), second('a lost word')).lost).toEqual(['lost', 'word']);
  });

  test('a page whose main content was chosen is compared with its main content', () => {
    const [around, nav] = [warning('outside-not-read', 'nav, body'), warning('outside-not-read', 'nav')];
    expect(judge('html', read('the story', around), second('ads the story', 'the story')).lost).toEqual([]);
    expect(judge('html', read('the', around), second('ads the story', 'the story')).lost).toEqual(['story']);
    expect(judge('html', read('the', nav), second('the story', '')).lost).toEqual(['story']);
  });

  test('signs of a page: numbers of notes, words that a column divides, brackets of TeX; nowhere else', () => {
    const [ours, others] = ['a word 1 or exam- x ple and ⟨option⟩', 'word1 example hoptioni'];
    expect(judge('pdf', read(ours), second(others)).lost).toEqual([]);
    expect(judge('txt', read(ours), second(others)).lost).toEqual(['example', 'hoptioni']);
  });

  test('refused files, and files that only our reader can read, do not count as losses', () => {
    expect(judge('pdf', { outcome: 'refused', reason: 'it is encrypted' }, second('secret')).lost).toEqual([]);
    expect(judge('pdf', read(''), { path: 'a', reason: 'no' }).lost).toEqual([]);
  });
});

describe('characters that were decoded wrongly', () => {
  test.each([
    ['U+FFFD', 'Gr\ufffde', ['Gr\ufffde']],
    ['UTF-8 that was read as windows-1252', 'GrÃ¶ÃŸe â€“ donâ€™t', ['Ã¶', 'ÃŸ', 'â€“', 'â€™']],
    ['nothing in letters of many languages', 'Größe, São, naïve, “quoted” – Ãlvaro, 你好, Привет', []],
  ])('%s', (_, text, expected) => {
    expect(judge('txt', read(text), undefined).mojibake).toEqual(expected);
  });

  test('with a warning, or in the file itself, they are not counted', () => {
    expect(judge('txt', read('Gr\ufffde', warning('characters-damaged')), undefined).mojibake).toEqual([]);
    expect(judge('txt', read('GrÃ¶ße'), second('GrÃ¶ße')).mojibake).toEqual([]);
  });
});

describe('a process that reads documents', () => {
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-world-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return { path: join(folder, name), kind: 'txt' as const };
  };

  test('continues after each file, read or refused with a reason', async () => {
    const reader = new ReaderProcess();
    expect(await reader.read(file('a.txt', 'Tea'))).toMatchObject({ outcome: 'read', text: expect.stringContaining('Tea') });
    expect(await reader.read({ ...file('a.pdf', 'no'), kind: 'pdf' })).toMatchObject({ outcome: 'refused' });
    expect(await reader.read(file('b.txt', 'Green'))).toMatchObject({ outcome: 'read' });
    reader.close();
  });

  test.each([
    ['ends', 'process.on("message", () => process.exit(3))', 'its process ended with 3'],
    ['hangs', 'process.on("message", () => { for (;;); })', 'it took more than 1 s'],
    [
      'throws an error without a code',
      'process.on("message", () => process.send({ error: "TypeError", isNamed: false }))',
      'TypeError',
    ],
  ])('one that %s has crashed', async (_, code, reason) => {
    const module = join(folder, 'reader.mjs');
    writeFileSync(module, code);
    const reader = new ReaderProcess(pathToFileURL(module), reason.startsWith('it took') ? 1000 : undefined);
    expect(await reader.read(file('a.txt', 'Tea'))).toEqual({ outcome: 'crashed', reason });
    reader.close();
  });
});
