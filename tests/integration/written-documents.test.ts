import { deflateSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { WritableDocument } from '#lib/ports/document-writer.ts';
import { type DeckTemplate, deckTemplates, type Slide, slideSchema } from '#lib/slides/deck.ts';
import { drawSlide } from '#lib/slides/draw-slide.ts';
import { slideOfPicture } from '#lib/slides/slide-of-picture.ts';
import { makeDocumentReader } from '#server/documents/make-document-reader.ts';
import { makeDocumentWriter } from '#server/documents/make-document-writer.ts';
import { readRelations } from '#server/documents/reader/office-relations.ts';
import { makeZip } from '../support/make-zip.ts';
import { convertToPdf } from '../support/office.ts';
import { sampleDeck } from '../support/sample-deck.ts';

const writer = makeDocumentWriter();
const reader = makeDocumentReader();
const signal = new AbortController().signal;
const image = { file: 'station.png', bytes: pngOf(40, 30) };
const write = (document: WritableDocument) => writer.write(document, signal);
const writeDeck = (template: DeckTemplate, slides: readonly Slide[] = sampleDeck.slides) =>
  write({ kind: 'pptx', deck: { ...sampleDeck, template, slides: [...slides] }, images: [image] });
const slidesOf = (bytes: Uint8Array) => reader.readSlides({ name: 'deck.pptx', mediaType: '', bytes }, signal);
const read = (name: string, bytes: Uint8Array) => reader.read({ name, bytes, mediaType: '', format: 'markdown' }, signal);
const again = (bytes: Uint8Array, pageIndex: number, slide: unknown) =>
  write({ kind: 'slide', bytes, pageIndex, slide: slideSchema.parse(slide), images: [] });

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

describe.each(deckTemplates)('a deck in the template %s', (template) => {
  test('says what it was made of, when it is read again', async () => {
    const bytes = await writeDeck(template);
    assertWhole(bytes);
    const pictures = await slidesOf(bytes);
    const wanted = sampleDeck.slides.map((slide) => ({
      ...slide,
      ...(slide.image && { image: { ...slide.image, file: expect.stringMatching(/^ppt\/media\//) } }),
    }));
    expect(pictures.map(slideOfPicture)).toEqual(wanted);
    for (const picture of pictures) {
      const names = picture.shapes.filter((shape) => !/^Slide Number/.test(shape.name)).map(({ name }) => name);
      expect(names).toContain('title');
      expect(names.filter((name) => /^(Text|Shape|Chart|Image|Table) \d/.test(name))).toEqual([]);
    }
    const svg = drawSlide(pictures[2] as (typeof pictures)[number]);
    expect(svg).toMatch(/^<svg [\s\S]*骑行次数三年翻了一番[\s\S]*<\/svg>$/);
    expect(drawSlide(pictures[7] as (typeof pictures)[number])).toContain('data:image/png;base64,');
  });
});

test('numbers of charts are where they can be read: shares next to their slice, values above the points of a line', async () => {
  const series = [{ name: '费用', values: [48, 52] }];
  const charts = (['pie', 'doughnut', 'line', 'column'] as const).map((type) =>
    slideSchema.parse({ title: type, chart: { type, categories: ['一', '二'], series, unit: '%' } }),
  );
  const parts = Object.entries(unzipSync(await writeDeck('minimal', charts)))
    .filter(([name]) => /^ppt\/charts\/chart\d+\.xml$/.test(name))
    .map(([, part]) => new TextDecoder().decode(part));
  const labels = (kind: string) => {
    const part = parts.find((one) => one.includes(`<c:${kind}>`)) ?? '';
    const [found = ''] = /<c:dLbls>(?:(?!<\/c:dLbls>).)*<\/c:dLbls>/s.exec(part) ?? [];
    return [/formatCode="([^"]*)"/.exec(found)?.[1], /<c:dLblPos val="(\w+)"/.exec(found)?.[1]];
  };
  expect(parts).toHaveLength(4);
  expect(labels('pieChart')).toEqual(['0%', 'outEnd']);
  expect(labels('lineChart')).toEqual(['General&quot;%&quot;', 't']);
  // Office repairs a file where the numbers of a ring have a place.
  expect(labels('doughnutChart')).toEqual(['0%', undefined]);
});

test('a slide made again leaves all other parts byte for byte, and no part of it behind', async () => {
  const before = await writeDeck('creative');
  const changes = async (from: Uint8Array, to: Uint8Array) => {
    const [old, fresh] = [unzipSync(from), unzipSync(to)];
    const names = [...new Set([...Object.keys(old), ...Object.keys(fresh)])];
    return names.filter((name) => !Buffer.from(old[name] ?? []).equals(Buffer.from(fresh[name] ?? []))).sort();
  };
  const table = await again(before, 2, { title: 'Now a table', table: { columns: ['a'], rows: [[1]] }, notes: 'New 备注' });
  assertWhole(table);
  expect(await changes(before, table)).toEqual([
    '[Content_Types].xml',
    'ppt/charts/_rels/chart1.xml.rels',
    'ppt/charts/chart1.xml',
    'ppt/embeddings/Microsoft_Excel_Worksheet1.xlsx',
    'ppt/notesSlides/notesSlide3.xml',
    'ppt/slides/_rels/slide3.xml.rels',
    'ppt/slides/slide3.xml',
  ]);
  const [slides, old] = [await slidesOf(table), await slidesOf(before)];
  expect(slides.map(slideOfPicture)[2]).toEqual(
    slideSchema.parse({ title: 'Now a table', table: { columns: ['a'], rows: [[1]] }, notes: 'New 备注' }),
  );
  expect(slides.toSpliced(2, 1)).toEqual(old.toSpliced(2, 1));
  // Back to a chart, and another layout; an image that the slide has is kept by its name.
  const chart = await again(table, 2, sampleDeck.slides[2]);
  assertWhole(chart);
  expect((await slidesOf(chart)).map(slideOfPicture)[2]).toEqual(sampleDeck.slides[2]);
  const kept = slideOfPicture((await slidesOf(chart))[7] as (typeof slides)[number]);
  const renamed = await again(chart, 7, { ...kept, title: '新标题' });
  assertWhole(renamed);
  expect(drawSlide((await slidesOf(renamed))[7] as (typeof slides)[number])).toContain('data:image/png;base64,');
  // Text alone, without charts: not even the list of content types changes.
  const words = await again(renamed, 4, { layout: 'section', title: 'Only words' });
  expect(await changes(renamed, words)).toEqual(
    ['ppt/notesSlides/notesSlide5.xml', 'ppt/slides/_rels/slide5.xml.rels', 'ppt/slides/slide5.xml'].filter(
      (name) => name !== 'ppt/notesSlides/notesSlide5.xml' || !sameNotes(renamed, words),
    ),
  );
});

function sameNotes(one: Uint8Array, other: Uint8Array): boolean {
  const name = 'ppt/notesSlides/notesSlide5.xml';
  return Buffer.from(unzipSync(one)[name] ?? []).equals(Buffer.from(unzipSync(other)[name] ?? []));
}

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

test('xlsx: sheets, numbers and truth values as such, texts that look like formulas as texts', async () => {
  const rows = [
    ['地区', 'Sales', 'Open'],
    ['上海', 134.5, true],
    ['=HYPERLINK("http://x")', null, false],
  ];
  const bytes = await write({
    kind: 'xlsx',
    sheets: [
      { name: '销售', rows },
      { name: 'Two', rows: [['a'], [1]] },
    ],
  });
  const { tables } = await read('book.xlsx', bytes);
  expect(tables.map(({ title }) => title)).toEqual(['销售', 'Two']);
  expect(tables[0]?.rows[1]).toEqual(['上海', '134.5', 'true']);
  expect(new TextDecoder().decode(unzipSync(bytes)['xl/worksheets/sheet1.xml'])).not.toContain('<f>');
});

describe('what cannot be written is refused with the field at fault', () => {
  const long = 'word '.repeat(75);
  test.each<[string, Partial<Slide>, string, RegExp]>([
    [
      'too many words',
      { bullets: Array.from({ length: 12 }, () => long) },
      'slides[0].bullets',
      /do not fit: shorten it, or make two slides/,
    ],
    ['a long title', { title: '字'.repeat(200) }, 'slides[0].title', /title does not fit/],
    [
      'numbers without categories',
      { chart: { type: 'line', categories: ['a', 'b'], series: [{ name: 's', values: [1] }] } },
      'slides[0].chart.series[0].values',
      /1 numbers for 2 categories/,
    ],
    ['a ragged table', { table: { columns: ['a', 'b'], rows: [['1']] } }, 'slides[0].table.rows[0]', /1 cells for 2 columns/],
    ['a missing image', { image: { file: 'no.png', alt: '' } }, 'slides[0].image.file', /no image "no.png"/],
    ['columns without columns', { layout: 'two-columns' }, 'slides[0].columns', /needs them/],
  ])('%s', async (_, slide, path, message) => {
    const refused = writeDeck('minimal', [slideSchema.parse({ title: 'T', ...slide })]);
    await expect(refused).rejects.toMatchObject({ code: 'document-not-written', path, message: expect.stringMatching(message) });
  });

  test('a file that only says that it is an image', async () => {
    const images = [{ file: 'station.png', bytes: Buffer.from('<svg onload="x"/>') }];
    const refused = write({ kind: 'pptx', deck: sampleDeck, images });
    await expect(refused).rejects.toMatchObject({
      code: 'document-not-written',
      message: expect.stringContaining('no PNG, JPEG or GIF'),
    });
  });

  test('a slide of another program, of no presentation, and one that does not exist', async () => {
    const { readFileSync } = await import('node:fs');
    const foreign = readFileSync(new URL('../fixtures/documents/deck.pptx', import.meta.url));
    await expect(again(foreign, 0, { title: 'T' })).rejects.toMatchObject({ message: expect.stringContaining('made here') });
    await expect(again(makeZip([{ name: 'a', content: 'b' }]), 0, { title: 'T' })).rejects.toMatchObject({
      code: 'document-not-written',
    });
    await expect(again(await writeDeck('minimal'), 9, { title: 'T' })).rejects.toMatchObject({ path: 'pageIndex' });
    // It can be looked at all the same.
    const pictures = await slidesOf(foreign);
    expect(pictures.map((picture) => slideOfPicture(picture).title)).toEqual(['Tea plan 茶叶计划', 'Costs']);
  });

  test('a document that takes too long ends its process only', async () => {
    const hurried = makeDocumentWriter({ timeoutMs: 1 });
    await expect(hurried.write({ kind: 'pptx', deck: sampleDeck, images: [] }, signal)).rejects.toMatchObject({
      message: expect.stringContaining('within 0.001 s'),
    });
    expect((await writeDeck('minimal')).byteLength).toBeGreaterThan(10_000);
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

/** Every part that is referred to exists, every part has a content type, and no two shapes of a slide share an id. */
function assertWhole(bytes: Uint8Array): void {
  const parts = new Map(Object.entries(unzipSync(bytes)).map(([name, part]) => [name, new TextDecoder().decode(part)]));
  const types = parts.get('[Content_Types].xml') ?? '';
  const overrides = [...types.matchAll(/PartName="\/([^"]+)"/g)].map(([, name]) => name ?? '');
  expect(new Set(overrides).size).toBe(overrides.length);
  expect(overrides.filter((name) => !parts.has(name))).toEqual([]);
  const endings = new Set([...types.matchAll(/Extension="([^"]+)"/g)].map(([, ending]) => ending ?? ''));
  for (const [name, text] of parts) {
    if (name !== '[Content_Types].xml')
      expect([name, overrides.includes(name) || endings.has(name.split('.').at(-1) ?? '')]).toEqual([name, true]);
    if (name.startsWith('ppt/slides/slide')) {
      const ids = [...text.matchAll(/<p:cNvPr id="(\d+)"/g)].map(([, id]) => id);
      expect([name, new Set(ids).size]).toEqual([name, ids.length]);
    }
    if (!name.endsWith('.rels')) continue;
    const owner = name.replace(/(^|\/)_rels\/([^/]*)\.rels$/, '$1$2');
    for (const { path, isExternal } of readRelations(text, owner).values())
      if (!isExternal) expect([name, path, parts.has(path)]).toEqual([name, path, true]);
  }
}

function plain(text: string): string {
  return text.replaceAll(/[\s|\\]+/g, '');
}

function pngOf(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.from(Array.from({ length: width }, () => [90, 140, 200]).flat())]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
