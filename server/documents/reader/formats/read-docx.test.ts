import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { DocumentFormat } from '#lib/ports/document-reader.ts';
import { makeZip, type ZipEntry } from '#tests/support/make-zip.ts';
import { readDocument } from '../read-document.ts';

const NAMESPACES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"';
const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

type Part = { readonly type: string; readonly name: string; readonly content: string };
const relation = ({ type, name }: Part, index: number) =>
  `<Relationship Id="r${index + 1}" Type="${TYPES}/${type}" Target="${name}"${name.includes(':') ? ' TargetMode="External"' : ''}/>`;

/** A document with this body, and parts that have the ids r1, r2, … */
function docx(body: string, parts: readonly Part[] = []): Buffer {
  const files: ZipEntry[] = parts
    .filter(({ name }) => !name.includes(':'))
    .map(({ name, content }) => ({ name: `word/${name}`, content }));
  return makeZip([
    { name: 'word/document.xml', content: `<w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>` },
    { name: 'word/_rels/document.xml.rels', content: `<Relationships>${parts.map(relation).join('')}</Relationships>` },
    ...files,
  ]);
}
const part = (type: string, root: string, content: string, name = `${type}.xml`): Part => ({
  type,
  name,
  content: `<w:${root} ${NAMESPACES}>${content}</w:${root}>`,
});
const read = (bytes: Buffer, format: DocumentFormat = 'text') => readDocument({ name: 'a.docx', bytes, mediaType: '', format });
const run = (text: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const p = (content: string, properties = '') => `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${content}</w:p>`;
const mark = (type: string, inner = '') => `<w:r><w:fldChar w:fldCharType="${type}">${inner}</w:fldChar></w:r>`;
const field = (instruction: string, result?: string) =>
  `${mark('begin')}<w:r><w:instrText> ${instruction} </w:instrText></w:r>${result === undefined ? '' : mark('separate') + result}${mark('end')}`;
const math = (content: string) => `<m:oMath>${content}</m:oMath>`;
const mr = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
const box = (text: string) => `<w:txbxContent>${p(run(text))}</w:txbxContent>`;
const cell = (text: string, properties = '') => `<w:tc>${properties && `<w:tcPr>${properties}</w:tcPr>`}${p(run(text))}</w:tc>`;
const row = (cells: string, properties = '') => `<w:tr>${properties && `<w:trPr>${properties}</w:trPr>`}${cells}</w:tr>`;

describe('what stands in a paragraph is read', () => {
  const cases: readonly (readonly [what: string, content: string, text: string])[] = [
    ['a simple field', `${run('No. ')}<w:fldSimple w:instr=" DOCPROPERTY Number ">${run('4711')}</w:fldSimple>`, 'No. 4711'],
    ['the result of a field, and not its instruction', run('No. ') + field('REF a', run('4711')), 'No. 4711'],
    ['a field in the instruction of a field', field(`IF ${field('MERGEFIELD x', run('1'))} = 1`, run('yes')), 'yes'],
    ['a field in the result of a field', field('IF 1 = 1', run('on ') + field('DATE', run('May 1'))), 'on May 1'],
    ['the text behind a field that never ends', `${run('a ')}${mark('begin')}${run('b')}`, 'a\n\nb'],
    ['the text behind a field whose end was deleted', `${mark('begin')}<w:del>${mark('end')}</w:del>${run('b')}`, 'b'],
    ['the text of a button', field('MACROBUTTON None [Name of the client]'), '[Name of the client]'],
    [
      'a check box of a form',
      mark('begin', '<w:ffData><w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox></w:ffData>') +
        `<w:r><w:instrText>FORMCHECKBOX</w:instrText></w:r>${mark('end')}${run(' agreed')}`,
      '☒ agreed',
    ],
    [
      'a list of choices of a form',
      `${mark(
        'begin',
        '<w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="tea"/><w:listEntry w:val="milk"/></w:ddList></w:ffData>',
      )}<w:r><w:instrText>FORMDROPDOWN</w:instrText></w:r>${mark('end')}`,
      'milk',
    ],
    [
      'a content control',
      `<w:sdt><w:sdtPr><w:alias w:val="Box"/></w:sdtPr><w:sdtContent>${run('☑')}</w:sdtContent></w:sdt>${run(' done')}`,
      '☑ done',
    ],
    [
      'an inserted text, and no deleted one',
      `${run('a')}<w:ins>${run('b')}</w:ins><w:del><w:r><w:delText>c</w:delText></w:r></w:del>`,
      'ab',
    ],
    ['a moved text once', `<w:moveFrom>${run('x')}</w:moveFrom><w:moveTo>${run('x')}</w:moveTo>`, 'x'],
    ['a sign of a font', '<w:r><w:sym w:font="Wingdings" w:char="F0FC"/></w:r>', '✓'],
    ['hyphens that do not break', `${run('a')}<w:r><w:noBreakHyphen/></w:r>${run('b')}`, 'a-b'],
    ['a smart tag', `<w:smartTag w:element="City">${run('Paris')}</w:smartTag>`, 'Paris'],
    [
      'how a word is said',
      `<w:ruby><w:rubyPr/><w:rt>${run('かんじ')}</w:rt><w:rubyBase>${run('漢字')}</w:rubyBase></w:ruby>`,
      '漢字(かんじ)',
    ],
    ['a text box', `${run('side')}<w:r><w:pict><v:textbox>${box('boxed')}</v:textbox></w:pict></w:r>`, 'side\n\nboxed'],
    [
      'the first form of alternate content',
      `<mc:AlternateContent><mc:Choice Requires="wps"><w:r><w:drawing>${box('new')}</w:drawing></w:r></mc:Choice><mc:Fallback><w:r><w:pict>${box('old')}</w:pict></w:r></mc:Fallback></mc:AlternateContent>`,
      'new',
    ],
    ['decorated text', '<w:r><w:pict><v:shape><v:textpath string="DRAFT"/></v:shape></w:pict></w:r>', 'DRAFT'],
    ['the description of a picture', '<w:r><w:drawing><wp:docPr descr="A red cup"/><a:blip/></w:drawing></w:r>', 'A red cup'],
    ['a formula', run('So ') + math(`${mr('E=m')}<m:sSup><m:e>${mr('c')}</m:e><m:sup>${mr('2')}</m:sup></m:sSup>`), 'So E=mc^2'],
    [
      'a formula with roots and fractions',
      math(
        `${mr('x=')}<m:f><m:num>${mr('-b±')}<m:rad><m:radPr><m:degHide/></m:radPr><m:deg/><m:e>${mr('b')}${mr('-4ac')}</m:e></m:rad></m:num><m:den>${mr('2a')}</m:den></m:f>`,
      ),
      'x=(-b±√(b-4ac))/2a',
    ],
    [
      'a sum, a matrix and a limit',
      `<m:oMathPara>${math(
        `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${mr('i=1')}</m:sub><m:sup>${mr('n')}</m:sup><m:e>${mr('i')}</m:e></m:nary>` +
          `<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr><m:e>${mr('a')}</m:e></m:d>` +
          `<m:m><m:mr><m:e>${mr('1')}</m:e><m:e>${mr('0')}</m:e></m:mr><m:mr><m:e>${mr('0')}</m:e><m:e>${mr('1')}</m:e></m:mr></m:m>` +
          `<m:func><m:fName><m:limLow><m:e>${mr('lim')}</m:e><m:lim>${mr('x→0')}</m:lim></m:limLow></m:fName><m:e>${mr('f')}</m:e></m:func>`,
      )}</m:oMathPara>`,
      '∑_(i=1)^n i[a][1, 0; 0, 1]lim_(x→0) f',
    ],
  ];
  test.each(cases)('%s', async (_, content, text) => {
    expect((await read(docx(p(content)))).text).toBe(text);
  });

  test('a paragraph whose mark was deleted goes on in the next one', async () => {
    expect((await read(docx(p(run('one '), '<w:rPr><w:del/></w:rPr>') + p(run('two')) + p(run('three'))))).text).toBe(
      'one two\n\nthree',
    );
  });

  test('links, whether they are elements or fields', async () => {
    const link = `<w:hyperlink r:id="r1">${run('tea')}</w:hyperlink> ${field('HYPERLINK "https://b.example/"', run('milk'))}`;
    const bytes = docx(p(link), [{ type: 'hyperlink', name: 'https://a.example/', content: '' }]);
    expect((await read(bytes, 'markdown')).text).toBe('[tea](https://a.example/)[milk](https://b.example/)');
  });
});

describe('what stands beside the text is read', () => {
  test('headers first, comments after their paragraph, notes and footers last', async () => {
    const body =
      `${p(`${run('Text')}<w:r><w:footnoteReference w:id="2"/></w:r>${run(' goes')}<w:r><w:commentReference w:id="0"/></w:r>`)}` +
      `${p(`${run('on')}<w:r><w:endnoteReference w:id="2"/></w:r>`)}`;
    const note = (kind: string, id: number, text: string, type = '') =>
      `<w:${kind} w:id="${id}"${type}>${p(run(text))}</w:${kind}>`;
    const { text, warnings } = await read(
      docx(body, [
        part('header', 'hdr', p(run('Confidential')), 'header1.xml'),
        part('header', 'hdr', p(run('Confidential')), 'header2.xml'),
        part('footer', 'ftr', p(run('Tea Ltd.')), 'footer1.xml'),
        part('footer', 'ftr', p(field('PAGE', run('1'))), 'footer2.xml'),
        part('footnotes', 'footnotes', note('footnote', 0, 'line', ' w:type="separator"') + note('footnote', 2, 'Below')),
        part('endnotes', 'endnotes', note('endnote', 2, 'Behind')),
        part(
          'comments',
          'comments',
          `<w:comment w:id="0" w:author="Ann">${p(run('Really?'))}</w:comment><w:comment w:id="7">${p(run('On nothing'))}</w:comment>`,
        ),
      ]),
    );
    expect(text).toBe(
      'Confidential\n\nText[1] goes\n\nComment by Ann: Really?\n\non[2]\n\n[1] Below\n\n[2] Behind\n\nComment: On nothing\n\nTea Ltd.',
    );
    expect(warnings).toEqual([]);
  });

  test('charts as tables, diagrams as lists, parts that are HTML', async () => {
    const series = `<c:ser><c:tx><c:strRef><c:strCache><c:pt idx="0"><c:v>Tea</c:v></c:pt></c:strCache></c:strRef></c:tx><c:cat><c:strLit><c:pt idx="0"><c:v>Q1</c:v></c:pt><c:pt idx="1"><c:v>Q2</c:v></c:pt></c:strLit></c:cat><c:val><c:numLit><c:pt idx="1"><c:v>7</c:v></c:pt></c:numLit></c:val></c:ser>`;
    const title = (text: string) => `<c:title><c:tx><c:rich><a:p><a:r><a:t>${text}</a:t></a:r></a:p></c:rich></c:tx></c:title>`;
    const chart = `<c:chartSpace ${NAMESPACES}><c:chart>${title('Sales')}<c:plotArea><c:barChart>${series}</c:barChart><c:valAx>${title('Tons')}</c:valAx></c:plotArea></c:chart></c:chartSpace>`;
    const point = (text: string) => `<dgm:pt><dgm:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`;
    const drawing = (content: string) => `<w:r><w:drawing>${content}</w:drawing></w:r>`;
    const { text, tables, warnings } = await read(
      docx(
        `${p(drawing('<c:chart r:id="r1"/>') + drawing('<dgm:relIds r:dm="r2"/>'))}<w:altChunk r:id="r3"/><w:altChunk r:id="r4"/>`,
        [
          { type: 'chart', name: 'chart1.xml', content: chart },
          {
            type: 'diagramData',
            name: 'data1.xml',
            content: `<dgm:dataModel ${NAMESPACES}>${point('Plan')}${point('Deliver')}</dgm:dataModel>`,
          },
          {
            type: 'aFChunk',
            name: 'a.html',
            content: '<html><head><title>No</title></head><body><p>From HTML</p></body></html>',
          },
          { type: 'aFChunk', name: 'a.rtf', content: '{\\rtf1 x}' },
        ],
      ),
      'markdown',
    );
    expect(text).toBe('Sales\n\nTons\n\n| | Tea |\n| --- | --- |\n| Q1 | |\n| Q2 | 7 |\n\n- Plan\n- Deliver\n\nFrom HTML');
    expect(tables[0]?.rows).toEqual([
      ['', 'Tea'],
      ['Q1', ''],
      ['Q2', '7'],
    ]);
    expect(warnings).toEqual([{ code: 'text-not-read', place: '', detail: 'part in another format', count: 1 }]);
  });
});

test('what is not read is said, with its place and how often', async () => {
  const deleted = '<w:del><w:r><w:delText>x</w:delText></w:r></w:del>';
  const picture = '<w:r><w:drawing><a:blip r:embed="r9"/></w:drawing></w:r>';
  const object = '<w:r><w:object><v:shape><v:imagedata/></v:shape><o:OLEObject ProgID="Equation.3"/></w:object></w:r>';
  const heading = p(run('Costs'), '<w:pStyle w:val="Heading1"/>');
  const { warnings } = await read(
    docx(
      p(deleted + picture) +
        heading +
        p(`${deleted + deleted + object + field('DOCPROPERTY Sum')}<w:r><w:sym w:font="Own" w:char="F001"/></w:r>`) +
        p('<w:r><w:drawing><c:chart r:id="r9"/></w:drawing></w:r>'),
    ),
  );
  expect(warnings).toEqual([
    { code: 'deleted-text-left-out', place: '', detail: '', count: 1 },
    { code: 'pictures-not-read', place: '', detail: '', count: 1 },
    { code: 'deleted-text-left-out', place: 'section Costs', detail: '', count: 2 },
    { code: 'objects-not-read', place: 'section Costs', detail: 'Equation.3', count: 1 },
    { code: 'fields-without-result', place: 'section Costs', detail: 'DOCPROPERTY', count: 1 },
    { code: 'symbols-not-read', place: 'section Costs', detail: 'Own', count: 1 },
    { code: 'text-not-read', place: 'section Costs', detail: 'chart', count: 1 },
  ]);
});

test('merged cells have their text in their first column and row, and all others stand below their heads', async () => {
  const table = [
    row(cell('Head', '<w:gridSpan w:val="2"/>') + cell('C')),
    row(cell('M', '<w:vMerge w:val="restart"/>') + cell('1') + cell('2')),
    row(cell('', '<w:vMerge/>') + cell('3') + cell('4')),
    row(cell('5') + cell('6'), '<w:gridBefore w:val="1"/>'),
    row(cell('7'), '<w:gridAfter w:val="2"/>'),
    row(cell('gone') + cell('gone') + cell('gone'), '<w:del/>'),
  ].join('');
  const { tables, text } = await read(docx(`<w:tbl>${table}</w:tbl>`), 'markdown');
  expect(tables[0]?.rows).toEqual([
    ['Head', '', 'C'],
    ['M', '1', '2'],
    ['', '3', '4'],
    ['', '5', '6'],
    ['7', '', ''],
  ]);
  expect(text).toBe('| Head | | C |\n| --- | --- | --- |\n| M | 1 | 2 |\n| | 3 | 4 |\n| | 5 | 6 |\n| 7 | | |');
});

test('a stroke in a cell is no border of it', async () => {
  const { text, tables } = await read(docx(`<w:tbl>${row(cell('a|b') + cell('c'))}</w:tbl>`), 'markdown');
  expect([text, tables[0]?.rows]).toEqual(['| a\\|b | c |\n| --- | --- |', [['a|b', 'c']]]);
});

test('cells that claim to be very wide do not fill the memory', async () => {
  const wide = row(cell('x', '<w:gridSpan w:val="1000000"/>'));
  await expect(read(docx(`<w:tbl>${wide.repeat(2001)}</w:tbl>`))).rejects.toMatchObject({
    code: 'document-too-large',
    message: 'its tables hold more than 2,000,000 cells',
  });
});

describe('structure', () => {
  const style = (id: string, name: string, more = '') => `<w:style w:styleId="${id}"><w:name w:val="${name}"/>${more}</w:style>`;
  const level = (at: number, format: string, text: string) =>
    `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
  const lists = part(
    'numbering',
    'numbering',
    `<w:abstractNum w:abstractNumId="0">${level(0, 'decimal', '%1.')}${level(1, 'bullet', '•')}</w:abstractNum>` +
      `<w:abstractNum w:abstractNumId="1">${level(0, 'decimal', '%1')}${level(1, 'decimal', '%1.%2')}${level(2, 'lowerLetter', '(%3)')}</w:abstractNum>` +
      '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>',
  );
  const styles = part(
    'styles',
    'styles',
    style('berschrift1', 'heading 1') +
      style('Clause', 'Clause', '<w:basedOn w:val="Base"/>') +
      style('Base', 'Base', '<w:pPr><w:outlineLvl w:val="1"/></w:pPr>') +
      style('Strong', 'Strong', '<w:rPr><w:b/></w:rPr>'),
  );
  const item = (text: string, numId: number, at = 0) =>
    p(run(text), `<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${numId}"/></w:numPr>`);

  test('headings by the names of styles in any language, by outline and by what they are based on', async () => {
    const body =
      p(run('One'), '<w:pStyle w:val="berschrift1"/>') +
      p(run('Two', '<w:b/>'), '<w:pStyle w:val="Clause"/>') +
      p(run('Three'), '<w:outlineLvl w:val="2"/>') +
      p(run('plain ') + run('strong', '<w:rStyle w:val="Strong"/>') + run(' er', '<w:b/>') + run('!', '<w:b w:val="0"/>'));
    expect((await read(docx(body, [styles]), 'markdown')).text).toBe('# One\n\n## Two\n\n### Three\n\nplain **strong er**!');
  });

  test('lists go on after what interrupts them, and keep numbers that Markdown has no word for', async () => {
    const body =
      item('a', 1) +
      item('b', 1, 1) +
      p(run('between')) +
      item('c', 1) +
      item('Scope', 2) +
      item('Goods', 2, 1) +
      item('tea', 2, 2) +
      item('milk', 2, 2) +
      item('Prices', 2, 1);
    expect((await read(docx(body, [lists]), 'markdown')).text).toBe(
      '1. a\n   - b\n\nbetween\n\n2. c\n\n1. Scope\n   - 1.1 Goods\n     - (a) tea\n     - (b) milk\n   - 1.2 Prices',
    );
  });

  test('bullets that are check boxes are kept', async () => {
    const boxes = part(
      'numbering',
      'numbering',
      `<w:abstractNum w:abstractNumId="0">${level(0, 'bullet', '☑')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`,
    );
    expect((await read(docx(item('tea', 1) + item('milk', 1), [boxes]))).text).toBe('- ☑ tea\n- ☑ milk');
  });

  test('headings have the numbers that Word prints before them', async () => {
    const numbered = (text: string, at: number) =>
      p(run(text), `<w:pStyle w:val="Heading${at + 1}"/><w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="2"/></w:numPr>`);
    const body = numbered('Scope', 0) + numbered('Goods', 1) + numbered('Prices', 0);
    expect((await read(docx(body, [lists]), 'markdown')).text).toBe('# 1 Scope\n\n## 1.1 Goods\n\n# 2 Prices');
  });
});

const fixture = (name: string) => readFileSync(new URL(`../../../../tests/fixtures/documents/${name}`, import.meta.url));

describe('files of other programs', () => {
  test('all of a contract that LibreOffice wrote', async () => {
    const { text, tables, warnings } = await read(fixture('contract.docx'), 'markdown');
    expect(text.split('\n\n')).toEqual([
      'Strictly confidential',
      '# 1. Scope',
      'Contract number 4711 of today[1], see [the site](https://a.example/x).',
      'With inserted and text.',
      'Comment by Bo: Please check',
      'Around a box.',
      'Boxed text',
      'Formula x=1/2 end.',
      '## 1.1 Goods',
      '- a) first\n  - sub\n- b) second',
      '| Head | | C |\n| --- | --- | --- |\n| M | 1 | 2 |\n| | 3 | 4 |',
      'End.',
      '[1] A footnote here',
      'Tea Ltd. page 1',
    ]);
    expect(tables.map(({ rows }) => rows)).toEqual([
      [
        ['Head', '', 'C'],
        ['M', '1', '2'],
        ['', '3', '4'],
      ],
    ]);
    expect(warnings).toEqual([{ code: 'deleted-text-left-out', place: 'section Scope', detail: '', count: 1 }]);
  });

  test('other prefixes, another main part, names in other cases, and text in UTF-16', async () => {
    const content = Buffer.from(
      '\ufeff<?xml version="1.0" encoding="utf-16"?><document xmlns="http://purl.oclc.org/ooxml/wordprocessingml/main"><body><p><r><t>你好</t></r></p></body></document>',
      'utf16le',
    );
    const bytes = makeZip([
      {
        name: '_rels/.rels',
        content: `<Relationships><Relationship Id="a" Type="${TYPES}/officeDocument" Target="/Word/document2.xml"/></Relationships>`,
      },
      { name: 'word\\document2.xml', content },
    ]);
    expect((await read(bytes)).text).toBe('你好');
  });
});
