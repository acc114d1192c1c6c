import { markdownTable, plainTable } from '../markdown-table.ts';
import { slideNames } from '../office-relations.ts';
import { ReadingError } from '../reading-error.ts';
import { type SlideText, SlideTexts } from '../slides/read-slide-text.ts';
import { type DocumentInput, type ReadFormat, readSidePart } from './document-input.ts';
import { officeMetadata } from './office-metadata.ts';

const NO_SLIDE: SlideText = { title: '', blocks: [], notes: '', comments: [] };

/** Presentations: each slide is a page, with its tables, charts and diagrams, the speaker's notes and comments. */
export const readPptx: ReadFormat = async (input) => {
  const { format, budget } = input;
  const texts = new SlideTexts(input);
  const slides: SlideText[] = [];
  const names = await slideNames(input.zip);
  for (const [index, path] of names.entries()) {
    const place = `slide ${index + 1}`;
    const slide = await readSidePart(input, { path, place }, () => texts.read(path, index + 1));
    slides.push(slide ?? NO_SLIDE);
  }
  if (names.length > 0 && slides.every((slide) => slide === NO_SLIDE))
    throw new ReadingError('document-unreadable', 'none of its slides can be read');
  const pages = slides.map((slide, index) => ({
    number: index + 1,
    title: slide.title,
    text: budget.text(textOf(slide, format)),
  }));
  const heading = (page: { number: number; title: string }) =>
    format === 'markdown' ? `## ${page.title === '' ? `Slide ${page.number}` : page.title}\n\n` : '';
  const tables = slides.flatMap(({ blocks }, index) =>
    blocks.flatMap((block) =>
      block.kind === 'table' ? [{ page: index + 1, title: block.title, rows: block.rows.map((row) => budget.row(row)) }] : [],
    ),
  );
  const text = pages.map((page) => heading(page) + page.text).join('\n\n');
  return { text, pages, tables, metadata: await officeMetadata(input, { slides: slides.length }) };
};

function textOf({ title, blocks, notes, comments }: SlideText, format: DocumentInput['format']): string {
  const isMarkdown = format === 'markdown';
  const write = isMarkdown ? markdownTable : plainTable;
  const quote = (text: string) => (isMarkdown ? `> ${text.replaceAll('\n', '\n> ')}` : text);
  const said = [notes, ...comments].filter((text) => text !== '').map(quote);
  const written = blocks.map((block) => (block.kind === 'table' ? write(block.rows) : block.text));
  return [...(isMarkdown || title === '' ? [] : [title]), ...written, ...said].join(isMarkdown ? '\n\n' : '\n');
}
