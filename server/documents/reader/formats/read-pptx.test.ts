import { describe, expect, test } from 'vitest';
import type { DocumentFormat } from '#lib/ports/document-reader.ts';
import { makeZip } from '#tests/support/make-zip.ts';
import { readDocument } from '../read-document.ts';

const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const NAMESPACES = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${TYPES}" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main"`;

type Part = { readonly type: string; readonly name: string; readonly content: string };
type Slide = { readonly content: string; readonly parts?: readonly Part[]; readonly isHidden?: boolean };

const relations = (parts: readonly { type: string; name: string }[]) =>
  `<Relationships>${parts.map(({ type, name }, index) => `<Relationship Id="r${index + 1}" Type="${TYPES}/${type}" Target="${name}"/>`).join('')}</Relationships>`;

/** A presentation; parts of a slide have the ids r1, r2, … */
function pptx(slides: readonly Slide[], more: readonly { name: string; content: string }[] = []): Buffer {
  const ids = slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="r${index + 1}"/>`).join('');
  return makeZip([
    { name: 'ppt/presentation.xml', content: `<p:presentation ${NAMESPACES}><p:sldIdLst>${ids}</p:sldIdLst></p:presentation>` },
    {
      name: 'ppt/_rels/presentation.xml.rels',
      content: relations(slides.map((_, index) => ({ type: 'slide', name: `slides/slide${index + 1}.xml` }))),
    },
    ...slides.flatMap(({ content, parts = [], isHidden = false }, index) => [
      {
        name: `ppt/slides/slide${index + 1}.xml`,
        content: `<p:sld ${NAMESPACES}${isHidden ? ' show="0"' : ''}><p:cSld><p:spTree>${content}</p:spTree></p:cSld></p:sld>`,
      },
      { name: `ppt/slides/_rels/slide${index + 1}.xml.rels`, content: relations(parts) },
      ...parts.map((part) => ({ name: `ppt/slides/${part.name}`, content: part.content })),
    ]),
    ...more,
  ]);
}
const read = (bytes: Buffer, format: DocumentFormat = 'text') => readDocument({ name: 'a.pptx', bytes, mediaType: '', format });
const paragraph = (text: string) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`;
const shape = (content: string, placeholder = '', description = '') =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Shape" descr="${description}"/><p:nvPr>${placeholder && `<p:ph type="${placeholder}"/>`}</p:nvPr></p:nvSpPr><p:txBody>${content}</p:txBody></p:sp>`;
const frame = (content: string) =>
  `<p:graphicFrame><a:graphic><a:graphicData>${content}</a:graphicData></a:graphic></p:graphicFrame>`;
const cell = (text: string, attributes = '') => `<a:tc${attributes}><a:txBody>${paragraph(text)}</a:txBody></a:tc>`;
const table = (columns: number, ...rows: readonly string[]) =>
  frame(
    `<a:tbl><a:tblGrid>${'<a:gridCol w="1"/>'.repeat(columns)}</a:tblGrid>${rows.map((cells) => `<a:tr h="1">${cells}</a:tr>`).join('')}</a:tbl>`,
  );

test('diagrams in the order of their outline, without the parts of their layout', async () => {
  const point = (id: string, text: string, type = 'node') =>
    `<dgm:pt modelId="${id}" type="${type}"><dgm:t>${paragraph(text)}</dgm:t></dgm:pt>`;
  const line = (from: string, to: string, order: number, type = 'parOf') =>
    `<dgm:cxn srcId="${from}" destId="${to}" srcOrd="${order}" type="${type}"/>`;
  const content = `<dgm:dataModel ${NAMESPACES}><dgm:ptLst>${point('0', '', 'doc')}${point('2', 'Deliver')}${point('3', 'Ship')}${point('1', 'Plan')}${point('9', 'Layout', 'pres')}</dgm:ptLst><dgm:cxnLst>${line('0', '2', 1)}${line('0', '1', 0)}${line('2', '3', 0)}${line('1', '9', 0, 'presOf')}</dgm:cxnLst></dgm:dataModel>`;
  const slide = {
    content: shape(paragraph('Our steps')) + frame('<dgm:relIds r:dm="r1"/>'),
    parts: [{ type: 'diagramData', name: 'data1.xml', content }],
  };
  expect((await read(pptx([slide]))).text).toBe('Our steps\nPlan\nDeliver\nShip');
});

test('charts: their titles, and their series as a table in its place on the slide', async () => {
  const title = (text: string) => `<c:title><c:tx><c:rich>${paragraph(text)}</c:rich></c:tx></c:title>`;
  const points = (...texts: string[]) => texts.map((text, index) => `<c:pt idx="${index}"><c:v>${text}</c:v></c:pt>`).join('');
  const series = (name: string, ...values: string[]) =>
    `<c:ser><c:tx><c:strRef><c:strCache>${points(name)}</c:strCache></c:strRef></c:tx><c:cat><c:multiLvlStrRef><c:multiLvlStrCache><c:lvl>${points('Q1', 'Q2', 'Q1')}</c:lvl><c:lvl><c:pt idx="0"><c:v>2025</c:v></c:pt><c:pt idx="2"><c:v>2026</c:v></c:pt></c:lvl></c:multiLvlStrCache></c:multiLvlStrRef></c:cat><c:val><c:numRef><c:numCache>${points(...values)}</c:numCache></c:numRef></c:val></c:ser>`;
  const content = `<c:chartSpace ${NAMESPACES}><c:chart>${title('Sales')}<c:plotArea><c:barChart>${series('Tea', '1', '2', '3')}</c:barChart><c:lineChart>${series('Milk', '4', '5', '6')}</c:lineChart><c:catAx>${title('Quarter')}</c:catAx></c:plotArea></c:chart></c:chartSpace>`;
  const slide = {
    content: shape(paragraph('Before')) + frame('<c:chart r:id="r1"/>') + shape(paragraph('After')),
    parts: [{ type: 'chart', name: 'chart1.xml', content }],
  };
  const { text, tables } = await read(pptx([slide]), 'markdown');
  expect(text).toBe(
    '## Slide 1\n\nBefore\n\nSales\n\nQuarter\n\n|  | Tea | Milk |\n| --- | --- | --- |\n| 2025 / Q1 | 1 | 4 |\n| 2025 / Q2 | 2 | 5 |\n| 2026 / Q1 | 3 | 6 |\n\nAfter',
  );
  expect(tables).toMatchObject([{ page: 1, title: 'Sales' }]);
});

test('dates and shares of charts as their formats show them', async () => {
  const numbers = (code: string, ...values: string[]) =>
    `<c:numRef><c:numCache><c:formatCode>${code}</c:formatCode>${values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join('')}</c:numCache></c:numRef>`;
  const content = `<c:chartSpace ${NAMESPACES}><c:chart><c:plotArea><c:lineChart><c:ser><c:cat>${numbers('yyyy\\-mm\\-dd', '46000', '46001')}</c:cat><c:val>${numbers('0%', '0.07', '0.10000000000000001')}</c:val></c:ser></c:lineChart></c:plotArea></c:chart></c:chartSpace>`;
  const slide = { content: frame('<c:chart r:id="r1"/>'), parts: [{ type: 'chart', name: 'chart1.xml', content }] };
  expect((await read(pptx([slide]))).tables[0]?.rows.slice(1)).toEqual([
    ['2025-12-09', '7%'],
    ['2025-12-10', '10%'],
  ]);
});

test('charts since Office 2016', async () => {
  const cx =
    'xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
  const content = `<cx:chartSpace ${cx}><cx:chartData><cx:data id="0"><cx:strDim type="cat"><cx:lvl><cx:pt idx="0">North</cx:pt><cx:pt idx="1">South</cx:pt></cx:lvl></cx:strDim><cx:numDim type="val"><cx:lvl><cx:pt idx="0">4</cx:pt><cx:pt idx="1">2</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartData><cx:chart><cx:title><cx:tx><cx:rich>${paragraph('Map')}</cx:rich></cx:tx></cx:title><cx:plotArea><cx:plotAreaRegion><cx:series><cx:tx><cx:txData><cx:v>Sum</cx:v></cx:txData></cx:tx><cx:dataId val="0"/></cx:series></cx:plotAreaRegion></cx:plotArea></cx:chart></cx:chartSpace>`;
  const chosen = `<mc:AlternateContent><mc:Choice Requires="cx1"><p:graphicFrame><cx:chart xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex" r:id="r1"/></p:graphicFrame></mc:Choice><mc:Fallback>${shape(paragraph('This chart is not available'))}</mc:Fallback></mc:AlternateContent>`;
  const { text } = await read(pptx([{ content: chosen, parts: [{ type: 'chartEx', name: 'chartEx1.xml', content }] }]));
  expect(text).toBe('Map\n\tSum\nNorth\t4\nSouth\t2');
});

describe('merged cells of tables: the text in the first of them, all others below their heads', () => {
  const rows = [
    ['Head', '', 'C'],
    ['M', '1', '2'],
    ['', '3', '4'],
  ];
  test.each([
    [
      'covered cells are marked',
      table(
        3,
        cell('Head', ' gridSpan="2"') + cell('old', ' hMerge="1"') + cell('C'),
        cell('M', ' rowSpan="2"') + cell('1') + cell('2'),
        cell('old', ' vMerge="1"') + cell('3') + cell('4'),
      ),
    ],
    [
      'covered cells are omitted',
      table(
        3,
        cell('Head', ' gridSpan="2"') + cell('C'),
        cell('M', ' rowSpan="2"') + cell('1') + cell('2'),
        cell('3') + cell('4'),
      ),
    ],
  ])('%s', async (_, content) => {
    expect((await read(pptx([{ content }]))).tables[0]?.rows).toEqual(rows);
  });
});

test('groups, formulas, descriptions of pictures, notes and comments of both kinds', async () => {
  const math =
    '<a:p><a14:m><m:oMath><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath></a14:m></a:p>';
  const formula = `<mc:AlternateContent><mc:Choice Requires="a14">${shape(math)}</mc:Choice><mc:Fallback>${shape(paragraph('a picture'))}</mc:Fallback></mc:AlternateContent>`;
  const picture = '<p:pic><p:nvPicPr><p:cNvPr id="3" name="Picture 2" descr="A red cup"/></p:nvPicPr></p:pic>';
  const group = `<p:grpSp><p:grpSp>${shape(paragraph('inner'))}</p:grpSp>${shape(paragraph('outer'))}</p:grpSp>`;
  const p188 = 'xmlns:p188="http://schemas.microsoft.com/office/powerpoint/2018/8/main"';
  const { text, warnings } = await read(
    pptx(
      [
        {
          content: shape(paragraph('Cups'), 'title') + group + formula + picture + shape('', '', 'An arrow to the left'),
          parts: [
            {
              type: 'notesSlide',
              name: 'notes1.xml',
              content: `<p:notes ${NAMESPACES}>${shape(paragraph('Say hello'), 'body')}${shape(paragraph('4'), 'sldNum')}</p:notes>`,
            },
            {
              type: 'comments',
              name: 'comments1.xml',
              content: `<p:cmLst ${NAMESPACES}><p:cm authorId="1"><p:text>Too long</p:text></p:cm></p:cmLst>`,
            },
            {
              type: 'comments',
              name: 'modern1.xml',
              content: `<p188:cmLst ${p188} ${NAMESPACES}><p188:cm authorId="{B}"><p188:replyLst><p188:reply authorId="{B}"><p188:txBody>${paragraph('Done')}</p188:txBody></p188:reply></p188:replyLst><p188:txBody>${paragraph('Which')}${paragraph('cup?')}</p188:txBody></p188:cm></p188:cmLst>`,
            },
          ],
        },
      ],
      [
        {
          name: 'ppt/commentAuthors.xml',
          content: `<p:cmAuthorLst ${NAMESPACES}><p:cmAuthor id="1" name="Ann"/></p:cmAuthorLst>`,
        },
        { name: 'ppt/authors.xml', content: `<p188:authorLst ${p188}><p188:author id="{B}" name="Bo"/></p188:authorLst>` },
      ],
    ),
  );
  expect(text).toBe(
    'Cups\ninner\nouter\nx^2\nA red cup\nAn arrow to the left\nSay hello\nComment by Ann: Too long\nComment by Bo: Which cup?\nComment by Bo: Done',
  );
  expect(warnings).toEqual([{ code: 'pictures-not-read', place: 'slide 1', detail: '', count: 1 }]);
});

test('footers and dates are read once, numbers and dates that the program fills in are not', async () => {
  const field = '<a:p><a:fld type="datetime1"><a:t>1/1/2026</a:t></a:fld></a:p>';
  const repeated = shape(paragraph('Confidential'), 'ftr') + shape(paragraph('7'), 'sldNum') + shape(field, 'dt');
  const { text } = await read(
    pptx([
      { content: repeated + shape(paragraph('One')) },
      { content: shape(paragraph('May fair'), 'dt') + repeated + shape(paragraph('Two')) },
    ]),
  );
  expect(text).toBe('One\nConfidential\n\nTwo\nMay fair');
});

test('texts of layouts and masters are read once, and their prompts are not', async () => {
  const root = (name: string, content: string) =>
    `<p:${name} ${NAMESPACES}><p:cSld><p:spTree>${content}</p:spTree></p:cSld></p:${name}>`;
  const layout = root('sldLayout', shape(paragraph('Tea Ltd.')) + shape(paragraph('Click to edit'), 'title'));
  const master = root('sldMaster', shape(paragraph('Since 1890')) + shape(paragraph('Second level'), 'body'));
  const slide = (text: string): Slide => ({
    content: shape(paragraph(text)),
    parts: [{ type: 'slideLayout', name: 'layout1.xml', content: layout }],
  });
  const { text } = await read(
    pptx(
      [slide('One'), { ...slide('Two'), parts: [] }],
      [
        { name: 'ppt/slides/_rels/layout1.xml.rels', content: relations([{ type: 'slideMaster', name: 'master1.xml' }]) },
        { name: 'ppt/slides/master1.xml', content: master },
      ],
    ),
  );
  expect(text).toBe('One\nTea Ltd.\nSince 1890\n\nTwo');
});

test('what is not read is said, with its slide', async () => {
  const object = frame('<p:oleObj progId="Excel.Sheet.12" r:id="r9"/>');
  const picture = '<p:pic><p:nvPicPr><p:cNvPr id="3" name="Picture 2"/></p:nvPicPr></p:pic>';
  const film = '<p:pic><p:nvPicPr><p:cNvPr id="3" name="Film"/><p:nvPr><a:videoFile r:link="r9"/></p:nvPr></p:nvPicPr></p:pic>';
  const { warnings } = await read(
    pptx([{ content: object + frame('<c:chart r:id="r9"/>') }, { content: picture + picture + film, isHidden: true }]),
  );
  expect(warnings).toEqual([
    { code: 'objects-not-read', place: 'slide 1', detail: 'Excel.Sheet.12', count: 1 },
    { code: 'text-not-read', place: 'slide 1', detail: 'chart', count: 1 },
    { code: 'hidden-part-read', place: 'slide 2', detail: '', count: 1 },
    { code: 'pictures-not-read', place: 'slide 2', detail: '', count: 2 },
    { code: 'media-not-read', place: 'slide 2', detail: 'video', count: 1 },
  ]);
});

test('a slide and parts of one that are damaged or missing are said, and the rest is read', async () => {
  const damaged = (type: string) => ({ type, name: `${type}.xml`, content: '<p:x><p:y></p:x>' });
  const { text, warnings } = await read(
    pptx([
      { content: shape(paragraph('One')), parts: [damaged('notesSlide'), damaged('comments'), damaged('slideLayout')] },
      { content: '</p:spTree>' },
      { content: shape(paragraph('Three')) + frame('<c:chart r:id="r1"/>'), parts: [damaged('chart')] },
    ]),
  );
  expect(text).toBe('One\n\n\n\nThree');
  expect(warnings.map(({ code, place, detail }) => `${code} ${place}: ${detail}`)).toEqual([
    'part-unreadable slide 1: ppt/slides/slideLayout.xml',
    'part-unreadable slide 1: ppt/slides/notesSlide.xml',
    'part-unreadable slide 1: ppt/slides/comments.xml',
    'part-unreadable slide 2: ppt/slides/slide2.xml',
    'part-unreadable slide 3: ppt/slides/chart.xml',
  ]);
  await expect(read(pptx([{ content: '</p:spTree>' }]))).rejects.toMatchObject({ message: 'none of its slides can be read' });
});
