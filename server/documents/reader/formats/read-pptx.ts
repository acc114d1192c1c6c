import { markdownTable, plainTable } from '../markdown-table.ts';
import { relationsOf, slideNames } from '../office-relations.ts';
import { readXml } from '../read-xml.ts';
import { type DocumentInput, fileOf, type ReadFormat } from './document-input.ts';
import { officeMetadata } from './office-metadata.ts';

/** Parts of a slide, of which each says by itself which placeholder it is. */
const SHAPE = /^p:(sp|graphicFrame|pic|cxnSp|grpSp)$/;
/** Placeholders of numbers, dates and headers, the same on each slide. */
const REPEATED = /^(sldNum|dt|ftr|hdr|sldImg)$/;

type Slide = { title: string; paragraphs: string[]; tables: string[][][]; notes: string };

/** Presentations: each slide is a page, with its tables and the speaker's notes. */
export const readPptx: ReadFormat = async (input) => {
  const { format, budget } = input;
  const slides: Slide[] = [];
  for (const name of await slideNames(input.zip)) slides.push(await readSlide(input, name));
  const pages = slides.map((slide, index) => ({
    number: index + 1,
    title: slide.title,
    text: budget.text(textOf(slide, format)),
  }));
  const heading = (page: { number: number; title: string }) =>
    format === 'markdown' ? `## ${page.title === '' ? `Slide ${page.number}` : page.title}\n\n` : '';
  const tables = slides.flatMap((slide, index) =>
    slide.tables.map((rows) => ({ page: index + 1, title: '', rows: rows.map((row) => budget.row(row)) })),
  );
  const text = pages.map((page) => heading(page) + page.text).join('\n\n');
  return { text, pages, tables, metadata: await officeMetadata(input, { slides: slides.length }) };
};

async function readSlide(input: DocumentInput, name: string): Promise<Slide> {
  const slide = readShapes(await fileOf(input, name));
  const notes = [...(await relationsOf(input.zip, name)).values()].find(({ type }) => type.endsWith('/notesSlide'));
  if (!notes) return { ...slide, notes: '' };
  return { ...slide, notes: readShapes(await fileOf(input, notes.path)).paragraphs.join('\n') };
}

function readShapes(xml: string): Omit<Slide, 'notes'> {
  const slide = { title: '', paragraphs: [] as string[], tables: [] as string[][][] };
  let placeholder = '';
  let paragraph = '';
  let isText = false;
  let cell: string[] | undefined;
  readXml(xml, {
    open(name, attributes) {
      if (SHAPE.test(name)) placeholder = '';
      if (name === 'p:ph') placeholder = attributes.type ?? 'body';
      if (name === 'a:t') isText = true;
      if (name === 'a:br') paragraph += '\n';
      if (name === 'a:tbl') slide.tables.push([]);
      if (name === 'a:tr') slide.tables.at(-1)?.push([]);
      if (name === 'a:tc') cell = [];
    },
    text: (text) => {
      if (isText) paragraph += text;
    },
    close(name) {
      if (SHAPE.test(name)) placeholder = '';
      if (name === 'a:t') isText = false;
      if (name === 'a:tc') {
        slide.tables
          .at(-1)
          ?.at(-1)
          ?.push((cell ?? []).join('\n'));
        cell = undefined;
      }
      if (name !== 'a:p') return;
      const text = paragraph.trim();
      paragraph = '';
      if (text === '' || REPEATED.test(placeholder)) return;
      if (cell) cell.push(text);
      else if (/^(ctrT|t)itle$/.test(placeholder) && slide.title === '') slide.title = text;
      else slide.paragraphs.push(text);
    },
  });
  return slide;
}

function textOf({ title, paragraphs, tables, notes }: Slide, format: DocumentInput['format']): string {
  const isMarkdown = format === 'markdown';
  const written = tables.map(isMarkdown ? markdownTable : plainTable);
  const said = notes === '' ? [] : [isMarkdown ? `> ${notes.replaceAll('\n', '\n> ')}` : notes];
  return [...(isMarkdown || title === '' ? [] : [title]), ...paragraphs, ...written, ...said].join(isMarkdown ? '\n\n' : '\n');
}
