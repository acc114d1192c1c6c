import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { type DeckTemplate, deckTemplates, type Slide, slideSchema } from '#lib/slides/deck.ts';
import { drawSlide } from '#lib/slides/draw-slide.ts';
import { slideOfPicture } from '#lib/slides/slide-of-picture.ts';
import { makePng } from '#tests/support/make-png.ts';
import { sampleDeck } from '#tests/support/sample-deck.ts';
import { readRelations } from '../reader/office-relations.ts';
import { readDocument, readSlides } from '../reader/read-document.ts';
import { writeDocument } from './write-document.ts';

const image = { file: 'station.png', bytes: makePng(40, 30) };
const writeDeck = (template: DeckTemplate, slides: readonly Slide[] = sampleDeck.slides) =>
  writeDocument({ kind: 'pptx', deck: { ...sampleDeck, template, slides: [...slides] }, images: [image] });
const slidesOf = (bytes: Uint8Array) => readSlides({ name: 'deck.pptx', mediaType: '', bytes });
const again = (bytes: Uint8Array, pageIndex: number, slide: unknown) =>
  writeDocument({ kind: 'slide', bytes, pageIndex, slide: slideSchema.parse(slide), images: [] });

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
  // Numbers of charts go on from the deck before.
  const relations = new TextDecoder().decode(unzipSync(before)['ppt/slides/_rels/slide3.xml.rels']);
  const [, number] = /charts\/chart(\d+)\.xml/.exec(relations) ?? [];
  expect(await changes(before, table)).toEqual([
    '[Content_Types].xml',
    `ppt/charts/_rels/chart${number}.xml.rels`,
    `ppt/charts/chart${number}.xml`,
    `ppt/embeddings/Microsoft_Excel_Worksheet${number}.xlsx`,
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

test('xlsx: sheets, numbers and truth values as such, texts that look like formulas as texts', async () => {
  const rows = [
    ['地区', 'Sales', 'Open'],
    ['上海', 134.5, true],
    ['=HYPERLINK("http://x")', null, false],
  ];
  const bytes = await writeDocument({
    kind: 'xlsx',
    sheets: [
      { name: '销售', rows },
      { name: 'Two', rows: [['a'], [1]] },
    ],
  });
  const { tables } = await readDocument({ name: 'book.xlsx', bytes, mediaType: '', format: 'markdown' });
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
    await expect(refused).rejects.toMatchObject({ name: 'WritingError', path, message: expect.stringMatching(message) });
  });

  test('a file that only says that it is an image', async () => {
    const images = [{ file: 'station.png', bytes: Buffer.from('<svg onload="x"/>') }];
    const refused = writeDocument({ kind: 'pptx', deck: sampleDeck, images });
    await expect(refused).rejects.toMatchObject({
      name: 'WritingError',
      message: expect.stringContaining('no PNG, JPEG or GIF'),
    });
  });
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
