import {
  AlignmentType,
  BorderStyle,
  Document,
  ExternalHyperlink,
  HeadingLevel,
  ImageRun,
  LevelFormat,
  LineRuleType,
  Packer,
  Paragraph,
  type ParagraphChild,
  ShadingType,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import { columnShares } from './column-shares.ts';
import { documentBlocks, fitImage, type TextDocument } from './document-text.ts';
import type { Block, Cell, Span } from './markdown-blocks.ts';

const FONT = { ascii: 'Arial', hAnsi: 'Arial', cs: 'Arial', eastAsia: 'Microsoft YaHei' };
const CODE_FONT = { ascii: 'Consolas', hAnsi: 'Consolas', cs: 'Consolas', eastAsia: 'Microsoft YaHei' };
/** Half points. */
const TEXT_SIZE = 21;
const HEADINGS = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
];
const HEADING_SIZES = [44, 34, 28, 25, 23, 21];
/** A4 without margins, in points. */
const CONTENT = { width: 450, height: 640 };
/** Twentieths of a point. */
const INDENT = 420;
const TWENTIETHS = 20;
const CELL_MARGINS = { top: 60, bottom: 60, left: 100, right: 100 };
const LINE = { style: BorderStyle.SINGLE, size: 4, color: 'CBD5DF' };
/** A list deeper than this is indented like this. */
const MAX_LIST_LEVEL = 8;

type Place = { readonly document: TextDocument; readonly lists: Lists; readonly level: number; readonly isQuote: boolean };

/** Each numbered list counts for itself. */
class Lists {
  readonly starts: number[] = [];

  add(start: number): string {
    this.starts.push(start);
    return `ordered-${this.starts.length - 1}`;
  }
}

/** Markdown as a Word document, with real headings, lists and tables. */
export async function writeDocx(document: TextDocument): Promise<Uint8Array> {
  const lists = new Lists();
  const children = documentBlocks(document).flatMap((block) => childrenOf(block, { document, lists, level: -1, isQuote: false }));
  const file = new Document({
    title: document.title,
    creator: 'Threadloom',
    styles: {
      default: {
        document: {
          run: { font: FONT, size: TEXT_SIZE, language: { value: 'en-US', eastAsia: 'zh-CN' } },
          paragraph: { spacing: { after: 140, line: 300, lineRule: LineRuleType.AUTO } },
        },
        ...Object.fromEntries(
          HEADING_SIZES.map((size, index) => [
            `heading${index + 1}`,
            {
              run: { font: FONT, size, bold: true, color: '1B2733' },
              paragraph: { spacing: { before: index === 0 ? 0 : 240, after: 120 } },
            },
          ]),
        ),
      },
    },
    numbering: { config: [bulletLevels(), ...lists.starts.map((start, index) => numberLevels(`ordered-${index}`, start))] },
    sections: [{ properties: { page: { size: { width: 11_906, height: 16_838 } } }, children }],
  });
  return new Uint8Array(await Packer.toBuffer(file));
}

function levels(
  make: (level: number) => { format: (typeof LevelFormat)[keyof typeof LevelFormat]; text: string; start?: number },
) {
  return Array.from({ length: MAX_LIST_LEVEL + 1 }, (_, level) => ({
    level,
    alignment: AlignmentType.LEFT,
    style: { paragraph: { indent: { left: INDENT * (level + 1), hanging: INDENT * 0.75 }, spacing: { after: 70 } } },
    ...make(level),
  }));
}

function bulletLevels() {
  return { reference: 'bullets', levels: levels((level) => ({ format: LevelFormat.BULLET, text: level % 2 === 0 ? '•' : '–' })) };
}

function numberLevels(reference: string, start: number) {
  return {
    reference,
    // Of these levels the list uses its own alone: lists within it have numbers of their own.
    levels: levels((level) => ({ format: LevelFormat.DECIMAL, text: `%${level + 1}.`, start })),
  };
}

function childrenOf(block: Block, place: Place): (Paragraph | Table)[] {
  switch (block.kind) {
    case 'heading':
      return [paragraph(block.spans, place, { heading: HEADINGS[block.level - 1] ?? HeadingLevel.HEADING_6 })];
    case 'paragraph':
      return [paragraph(block.spans, place)];
    case 'code':
      return [codeParagraph(block.text, place)];
    case 'quote':
      return block.blocks.flatMap((inner) => childrenOf(inner, { ...place, isQuote: true }));
    case 'list': {
      const reference = block.isOrdered ? place.lists.add(block.start) : 'bullets';
      const level = Math.min(place.level + 1, MAX_LIST_LEVEL);
      return block.items.flatMap((blocks) => itemOf(blocks, { reference, place: { ...place, level } }));
    }
    case 'table':
      return [tableOf(block, place), new Paragraph({ spacing: { after: 60 } })];
    case 'image':
      return [imageOf(block, place)];
    case 'rule':
      return [new Paragraph({ border: { bottom: LINE } })];
    default:
      return block satisfies never;
  }
}

function itemOf(blocks: readonly Block[], { reference, place }: { reference: string; place: Place }): (Paragraph | Table)[] {
  const [first, ...rest] = blocks;
  const spans = first?.kind === 'paragraph' ? first.spans : [];
  const after = first?.kind === 'paragraph' ? rest : blocks;
  return [
    paragraph(spans, { ...place, level: -1 }, { numbering: { reference, level: place.level } }),
    ...after.flatMap((block) => childrenOf(block, place)),
  ];
}

function paragraph(spans: readonly Span[], { level, isQuote }: Place, more: object = {}): Paragraph {
  return new Paragraph({
    children: runsOf(spans),
    ...(isQuote && {
      border: { left: { style: BorderStyle.SINGLE, size: 16, color: 'B9C4CF', space: 8 } },
      indent: { left: 200 },
    }),
    ...(!isQuote && level >= 0 && { indent: { left: INDENT * (level + 1) } }),
    ...more,
  });
}

function codeParagraph(text: string, { level }: Place): Paragraph {
  const children = text
    .split('\n')
    .map((line, index) => new TextRun({ text: line, font: CODE_FONT, size: 18, ...(index > 0 && { break: 1 }) }));
  return new Paragraph({
    children,
    shading: { type: ShadingType.CLEAR, fill: 'F3F5F7' },
    ...(level >= 0 && { indent: { left: INDENT * (level + 1) } }),
  });
}

function runsOf(spans: readonly Span[]): ParagraphChild[] {
  return spans.map((span) => {
    if (span.link === undefined) return runOf(span);
    return new ExternalHyperlink({ link: span.link, children: [runOf(span, { style: 'Hyperlink' })] });
  });
}

function runOf({ text, isBold, isItalic, isCode, isStruck }: Span, more: object = {}): TextRun {
  const style = {
    ...(isBold && { bold: true }),
    ...(isItalic && { italics: true }),
    ...(isStruck && { strike: true }),
    ...(isCode && { font: CODE_FONT, size: 19 }),
    ...more,
  };
  return text === '\n' ? new TextRun({ ...style, break: 1 }) : new TextRun({ ...style, text });
}

function tableOf({ columns, rows }: Extract<Block, { kind: 'table' }>, place: Place): Table {
  const alignments = { left: AlignmentType.LEFT, center: AlignmentType.CENTER, right: AlignmentType.RIGHT };
  const plain = { ...place, level: -1, isQuote: false };
  const width = Math.max(columns.length, ...rows.map((row) => row.length));
  const columnWidths = columnShares([columns, ...rows], width).map((share) => Math.round(share * CONTENT.width * TWENTIETHS));
  const cell = ({ spans, align }: Cell, isHead: boolean, column: number) =>
    new TableCell({
      margins: CELL_MARGINS,
      width: { size: columnWidths[column] ?? 0, type: WidthType.DXA },
      children: [
        paragraph(isHead ? spans.map((span) => ({ ...span, isBold: true as const })) : spans, plain, {
          alignment: alignments[align],
          spacing: { after: 0 },
        }),
      ],
      ...(isHead && { shading: { type: ShadingType.CLEAR, fill: 'EEF2F5' } }),
    });
  const filled = (row: readonly Cell[]) => [
    ...row,
    ...Array.from({ length: width - row.length }, (): Cell => ({ align: 'left', spans: [] })),
  ];
  const row = (cells: readonly Cell[], isHead: boolean) =>
    new TableRow({
      tableHeader: isHead,
      cantSplit: true,
      children: filled(cells).map((one, column) => cell(one, isHead, column)),
    });
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    columnWidths,
    borders: { top: LINE, bottom: LINE, left: LINE, right: LINE, insideHorizontal: LINE, insideVertical: LINE },
    rows: [row(columns, true), ...rows.map((cells) => row(cells, false))],
  });
}

function imageOf({ file, alt }: Extract<Block, { kind: 'image' }>, { document, ...place }: Place): Paragraph {
  const image = document.images.get(file);
  if (!image) return paragraph([{ text: `[${alt || file}]`, isItalic: true }], { document, ...place });
  const { width, height } = fitImage(image, CONTENT);
  const type = image.mediaType === 'image/jpeg' ? 'jpg' : image.mediaType === 'image/gif' ? 'gif' : 'png';
  const data = Buffer.from(image.base64, 'base64');
  // The library counts in pixels, of which three are four points.
  const transformation = { width: (width * 4) / 3, height: (height * 4) / 3 };
  return new Paragraph({
    // With a line height of its own the image would be cut to one line.
    spacing: { line: 240, lineRule: LineRuleType.AUTO },
    children: [new ImageRun({ type, data, transformation, altText: { name: alt || file, title: alt, description: alt } })],
  });
}
