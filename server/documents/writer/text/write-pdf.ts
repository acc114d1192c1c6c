import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { columnShares } from './column-shares.ts';
import { documentBlocks, fitImage, type TextDocument } from './document-text.ts';
import type { Block, Cell, Span } from './markdown-blocks.ts';

const require = createRequire(import.meta.url);
const fontFile = (path: string, module: string) => fileURLToPath(new URL(path, module));

const HEADING_SIZES = [24, 18, 15, 13, 12, 11];
const TEXT_SIZE = 10.5;
const PAGE_MARGIN = 56;
/** A4 without its margins, in points. */
const CONTENT = { width: 483, height: 700 };
/** A listing of at most so many lines is not divided between pages. */
const WHOLE_LINES = 25;
const LINK_COLOUR = '#1a5fb4';
/** Whatever Roboto lacks: ideographs, kana, and their punctuation. */
const CJK =
  /[\u2e80-\u303f\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u{20000}-\u{3fffd}\u2018\u2019\u201c\u201d\u2026\u2014\u25cb\u25cf]/u;

const ASCII = /^[\s\x20-\x7e]+$/;

// biome-ignore lint/suspicious/noExplicitAny: pdfmake describes documents as plain objects of many forms
type Content = any;

/** Markdown as a PDF file: A4, with numbered pages. All fonts are in the file. */
export async function writePdf(document: TextDocument): Promise<Uint8Array> {
  const pdfmake = require('pdfmake');
  const roboto = (name: string) => fontFile(`../fonts/Roboto/Roboto-${name}.ttf`, import.meta.resolve('pdfmake'));
  const noto = (name: string) => fontFile(`../fonts/NotoSansHans-${name}.otf`, import.meta.resolve('@embedpdf/fonts-sc'));
  pdfmake.setFonts({
    Latin: { normal: roboto('Regular'), bold: roboto('Medium'), italics: roboto('Italic'), bolditalics: roboto('MediumItalic') },
    // CJK type has no italics.
    Cjk: { normal: noto('Regular'), bold: noto('Bold'), italics: noto('Regular'), bolditalics: noto('Bold') },
    // One of the fonts that every PDF reader has. It has these characters only.
    Code: { normal: 'Courier', bold: 'Courier-Bold', italics: 'Courier-Oblique', bolditalics: 'Courier-BoldOblique' },
  });
  // A document names nothing outside itself: images are in it, as data.
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((path: string) => /\.(ttf|otf)$|^Courier/.test(path));
  const made = pdfmake.createPdf({
    info: { title: document.title, creator: 'Threadloom', producer: 'Threadloom' },
    language: document.language,
    pageSize: 'A4',
    pageMargins: [PAGE_MARGIN, PAGE_MARGIN, PAGE_MARGIN, PAGE_MARGIN],
    defaultStyle: { font: 'Latin', fontSize: TEXT_SIZE, lineHeight: 1.35, color: '#1b2733' },
    footer: (page: number, pages: number) => ({
      text: `${page} / ${pages}`,
      alignment: 'center',
      fontSize: 8,
      color: '#6b7785',
      margin: [0, 20, 0, 0],
    }),
    content: documentBlocks(document).map((block) => contentOf(block, document)),
  });
  return new Uint8Array(await made.getBuffer());
}

function contentOf(block: Block, document: TextDocument): Content {
  switch (block.kind) {
    case 'heading': {
      const fontSize = HEADING_SIZES[block.level - 1] ?? TEXT_SIZE;
      return { text: inlines(block.spans), fontSize, bold: true, lineHeight: 1.2, margin: [0, block.level === 1 ? 0 : 10, 0, 6] };
    }
    case 'paragraph':
      return { text: inlines(block.spans), margin: [0, 0, 0, 7] };
    case 'code':
      return boxed(
        [{ text: inlines([{ text: block.text, isCode: true }]), fontSize: 9, preserveLeadingSpaces: true, lineHeight: 1.25 }],
        { fill: '#f3f5f7', isWhole: block.text.split('\n').length <= WHOLE_LINES },
      );
    case 'quote':
      return boxed(
        block.blocks.map((inner) => contentOf(inner, document)),
        { bar: '#b9c4cf' },
      );
    case 'list': {
      const items = block.items.map((blocks) => ({ stack: blocks.map((inner) => contentOf(inner, document)) }));
      return block.isOrdered
        ? { ol: items, start: block.start, margin: [0, 0, 0, 4] }
        : { ul: items, markerColor: '#5b6b7b', margin: [0, 0, 0, 4] };
    }
    case 'table':
      return tableOf(block);
    case 'image':
      return imageOf(block, document);
    case 'rule':
      return {
        canvas: [{ type: 'line', x1: 0, y1: 0, x2: CONTENT.width, y2: 0, lineWidth: 0.5, lineColor: '#b9c4cf' }],
        margin: [0, 6, 0, 10],
      };
    default:
      return block satisfies never;
  }
}

function boxed(stack: Content[], { fill, bar, isWhole }: { fill?: string; bar?: string; isWhole?: boolean }): Content {
  return {
    ...(isWhole && { unbreakable: true }),
    table: { widths: ['*'], body: [[{ stack, ...(fill && { fillColor: fill }) }]] },
    layout: {
      hLineWidth: () => 0,
      vLineWidth: (index: number) => (bar && index === 0 ? 2 : 0),
      vLineColor: () => bar,
      paddingLeft: () => 9,
      paddingRight: () => 9,
      paddingTop: () => 6,
      paddingBottom: () => 4,
    },
    margin: [0, 0, 0, 9],
  };
}

function tableOf({ columns, rows }: Extract<Block, { kind: 'table' }>): Content {
  const cell = ({ spans, align }: Cell, more: object = {}) => ({ text: inlines(spans), alignment: align, ...more });
  const width = Math.max(columns.length, ...rows.map((row) => row.length));
  const filled = (row: readonly Content[]) => [...row, ...Array.from({ length: width - row.length }, () => '')];
  return {
    table: {
      headerRows: 1,
      dontBreakRows: false,
      widths: columnShares([columns, ...rows], width).map((share) => `${(share * 100).toFixed(2)}%`),
      body: [
        filled(columns.map((one) => cell(one, { bold: true, fillColor: '#eef2f5' }))),
        ...rows.map((row) => filled(row.map((one) => cell(one)))),
      ],
    },
    layout: {
      hLineWidth: () => 0.5,
      vLineWidth: () => 0,
      hLineColor: () => '#cbd5df',
      paddingTop: () => 4,
      paddingBottom: () => 3,
    },
    fontSize: 9.5,
    margin: [0, 2, 0, 11],
  };
}

function imageOf({ file, alt }: Extract<Block, { kind: 'image' }>, { images }: TextDocument): Content {
  const image = images.get(file);
  if (!image || image.mediaType === 'image/gif')
    return { text: inlines([{ text: `[${alt || file}]`, isItalic: true }]), margin: [0, 0, 0, 7] };
  return { image: `data:${image.mediaType};base64,${image.base64}`, ...fitImage(image, CONTENT), margin: [0, 2, 0, 9] };
}

/** Texts of one font each. */
function inlines(spans: readonly Span[]): Content[] {
  return spans.flatMap(({ text, isBold, isItalic, isCode, isStruck, link }) =>
    byScript(text).map(({ part, isCjk }) => ({
      text: part,
      font: isCjk ? 'Cjk' : isCode && ASCII.test(part) ? 'Code' : 'Latin',
      ...(isBold && { bold: true }),
      ...(isItalic && { italics: true }),
      ...(isCode && { background: '#f3f5f7', color: '#7a2e3a' }),
      ...(isStruck && { decoration: 'lineThrough' }),
      ...(link !== undefined && { link, color: LINK_COLOUR, decoration: 'underline' }),
    })),
  );
}

function byScript(text: string): { part: string; isCjk: boolean }[] {
  const parts: { part: string; isCjk: boolean }[] = [];
  for (const char of text) {
    const isCjk = CJK.test(char);
    const last = parts.at(-1);
    if (last && last.isCjk === isCjk) last.part += char;
    else parts.push({ part: char, isCjk });
  }
  return parts;
}
