import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { WritableDocument } from '#lib/ports/document-writer.ts';
import { type DeckTemplate, deckTemplates, type Slide, slideSchema } from '#lib/slides/deck.ts';
import { drawSlide } from '#lib/slides/draw-slide.ts';
import { slideOfPicture } from '#lib/slides/slide-of-picture.ts';
import { makeDocumentReader } from '#server/documents/make-document-reader.ts';
import { makeDocumentWriter } from '#server/documents/make-document-writer.ts';
import { makePng } from '../support/make-png.ts';
import { makeZip } from '../support/make-zip.ts';
import { convertToPdf } from '../support/office.ts';
import { sampleDeck } from '../support/sample-deck.ts';

const writer = makeDocumentWriter();
const reader = makeDocumentReader();
const signal = new AbortController().signal;
const image = { file: 'station.png', bytes: makePng(40, 30) };
const write = (document: WritableDocument) => writer.write(document, signal);
const writeDeck = (template: DeckTemplate, slides: readonly Slide[] = sampleDeck.slides) =>
  write({ kind: 'pptx', deck: { ...sampleDeck, template, slides: [...slides] }, images: [image] });
const slidesOf = (bytes: Uint8Array) => reader.readSlides({ name: 'deck.pptx', mediaType: '', bytes }, signal);
const read = (name: string, bytes: Uint8Array) => reader.read({ name, bytes, mediaType: '', format: 'markdown' }, signal);
const again = (bytes: Uint8Array, pageIndex: number, slide: unknown) =>
  write({ kind: 'slide', bytes, pageIndex, slide: slideSchema.parse(slide), images: [] });

const short = [slideSchema.parse({ title: 'One slide' })];

const markdown = `# 季度报告 Quarterly report

销售额增长了**百分之十二**，详见 [表格](https://example.com/table) and \`code\`.

| 地区 | Sales |
| --- | ---: |
| 上海 | 134 |

1. 第一项
   - nested point
2. Second

![A station](station.png)

\`\`\`
const a = 1; // 注释
\`\`\`
`;

test('LibreOffice opens decks of all templates, a revised one, and documents, with their Chinese text', async () => {
  const decks = await Promise.all(
    deckTemplates.map(async (template) => [`${template}.pptx`, await writeDeck(template)] as const),
  );
  const revised = await again(decks[0]?.[1] as Uint8Array, 2, {
    title: '新的第三页',
    table: { columns: ['a', 'b'], rows: [['一', 2]] },
  });
  const text = { title: '季度报告', language: 'zh-CN', markdown, images: [image] };
  const docx = await write({ kind: 'docx', ...text });
  const xlsx = await write({
    kind: 'xlsx',
    sheets: [
      {
        name: '销售',
        rows: [
          ['地区', 'Sales'],
          ['上海', 134],
          ['=1+1', null],
        ],
      },
    ],
  });
  const pdfs = await convertToPdf({
    ...Object.fromEntries(decks),
    'revised.pptx': revised,
    'report.docx': docx,
    'book.xlsx': xlsx,
  });
  const pages = async (name: string) => (await read('a.pdf', pdfs.get(name) as Buffer)).pages.map((page) => page.text);
  for (const [name] of decks) {
    const shown = await pages(name);
    expect(shown).toHaveLength(sampleDeck.slides.length);
    for (const [index, { title }] of sampleDeck.slides.entries()) expect(plain(shown[index] ?? '')).toContain(plain(title));
    expect(plain(shown[2] ?? '')).toContain('120k');
    expect(plain(shown[3] ?? '')).toContain('两处新建');
  }
  const shown = await pages('revised.pptx');
  expect([plain(shown[1] ?? ''), plain(shown[2] ?? ''), plain(shown[3] ?? '')]).toMatchObject([
    expect.stringContaining('Wherewearetoday'),
    expect.stringMatching(/新的第三页[\s\S]*一/),
    expect.stringContaining('Stationsbydistrict'),
  ]);
  expect(plain((await pages('report.docx')).join(''))).toMatch(/季度报告[\s\S]*百分之十二[\s\S]*上海134[\s\S]*nestedpoint/);
  // A text that looks like a formula is a text.
  expect(plain((await pages('book.xlsx')).join(''))).toContain('上海134=1+1');
}, 180_000);

test('pdf and docx say what the Markdown says, with its images', async () => {
  for (const kind of ['pdf', 'docx'] as const) {
    const bytes = await write({ kind, title: 'ignored: the text has a heading', language: 'zh-CN', markdown, images: [image] });
    const { text, metadata } = await read(`a.${kind}`, bytes);
    expect(plain(text)).toMatch(
      /季度报告Quarterlyreport[\s\S]*百分之十二[\s\S]*上海[\s\S]*134[\s\S]*第一项[\s\S]*nestedpoint[\s\S]*注释/,
    );
    expect(metadata).toMatchObject({ title: 'ignored: the text has a heading' });
    if (kind === 'pdf') continue;
    const parts = unzipSync(bytes);
    expect(Object.keys(parts).filter((name) => /media\/.*png/.test(name))).toHaveLength(1);
    // LibreOffice takes another height of lines as exact, and cuts images to it.
    for (const name of ['word/document.xml', 'word/styles.xml'])
      for (const [line] of Buffer.from(parts[name] ?? [])
        .toString()
        .matchAll(/<w:spacing [^>]*w:line=[^>]*>/g))
        expect(line, name).toContain('w:lineRule="auto"');
  }
});

describe('what cannot be written is refused with the field at fault', () => {
  test('too many words', async () => {
    const slide = slideSchema.parse({ title: 'T', bullets: Array.from({ length: 12 }, () => 'word '.repeat(75)) });
    await expect(writeDeck('minimal', [slide])).rejects.toMatchObject({
      code: 'document-not-written',
      path: 'slides[0].bullets',
      message: expect.stringMatching(/do not fit: shorten it, or make two slides/),
    });
  });

  test('a slide of another program, of no presentation, and one that does not exist', async () => {
    const { readFileSync } = await import('node:fs');
    const foreign = readFileSync(new URL('../fixtures/documents/deck.pptx', import.meta.url));
    await expect(again(foreign, 0, { title: 'T' })).rejects.toMatchObject({ message: expect.stringContaining('made here') });
    await expect(again(makeZip([{ name: 'a', content: 'b' }]), 0, { title: 'T' })).rejects.toMatchObject({
      code: 'document-not-written',
    });
    await expect(again(await writeDeck('minimal', short), 9, { title: 'T' })).rejects.toMatchObject({ path: 'pageIndex' });
    // It can be looked at all the same.
    const pictures = await slidesOf(foreign);
    expect(pictures.map((picture) => slideOfPicture(picture).title)).toEqual(['Tea plan 茶叶计划', 'Costs']);
  });

  test('a document that takes too long ends its process only', async () => {
    const hurried = makeDocumentWriter({ timeoutMs: 1 });
    await expect(hurried.write({ kind: 'pptx', deck: sampleDeck, images: [] }, signal)).rejects.toMatchObject({
      message: expect.stringContaining('within 0.001 s'),
    });
    expect((await writeDeck('minimal', short)).byteLength).toBeGreaterThan(10_000);
  });

  test('documents of visitors wait for each other, and one of a member for none of them', async () => {
    const fair = makeDocumentWriter();
    let written = 0;
    const deck = { ...sampleDeck, slides: short };
    const write = (by: typeof fair) => by.write({ kind: 'pptx', deck, images: [] }, signal);
    const ofVisitors = Array.from({ length: 6 }, async (_, index) => {
      await write(fair.for({ kind: 'stranger', id: `visitor ${index}` }));
      written++;
    });
    await write(fair);
    expect(written).toBeLessThanOrEqual(2);
    await Promise.all(ofVisitors);
  });
});

test('names and texts of a file are data in its picture', async () => {
  const bytes = await writeDeck('minimal', [
    slideSchema.parse({ title: '</text><script>alert(1)</script>', bullets: ['a & b "c" \u0001'] }),
  ]);
  const [picture] = await slidesOf(bytes);
  const svg = drawSlide(picture as NonNullable<typeof picture>);
  expect(svg).toContain('&lt;/text&gt;&lt;script&gt;');
  expect(svg).not.toContain('<script');
});

function plain(text: string): string {
  return text.replaceAll(/[\s|\\]+/g, '');
}
