import type { HtmlReader } from '#lib/html/read-html.ts';
import { TextWriter } from '#lib/html/text-writer.ts';
import type { DocumentTable } from '#lib/ports/document-reader.ts';
import { mainPart, ofType, type Relation, relationsOf } from '../office-relations.ts';
import { TableRows } from '../table-rows.ts';
import { Recording } from '../word/recording.ts';
import { WordNumbering } from '../word/word-numbering.ts';
import { readStory, treeOf } from '../word/word-parts.ts';
import type { WordContext } from '../word/word-story.ts';
import { WordStyles } from '../word/word-styles.ts';
import { type DocumentInput, type ReadFormat, readSidePart } from './document-input.ts';
import { officeMetadata } from './office-metadata.ts';

const ONLY_NUMBERS = /^[\d\s./|-]*$/;

/**
 * Word documents: headings, lists and tables stay. Headers come before the text, comments and text
 * boxes after their paragraph, notes and footers at the end.
 */
export const readDocx: ReadFormat = async (input) => {
  const text = new TextWriter({ format: input.format, baseUrl: 'file:///', within: undefined });
  const tables: DocumentTable[] = [];
  const cells = new TableRows((rows) => tables.push({ page: null, title: '', rows: rows.map((row) => input.budget.row(row)) }));
  await readWord(input, both(text, cells));
  return { text: input.budget.text(text.finish().text), pages: [], tables, metadata: await officeMetadata(input) };
};

async function readWord(input: DocumentInput, sink: HtmlReader): Promise<void> {
  const main = await mainPart(input.zip, 'word/document.xml');
  const relations = await relationsOf(input.zip, main);
  const partsOf = (type: string): readonly Relation[] => ofType(relations, type);
  const styles = new WordStyles(await treeOf(input, partsOf('styles')[0]));
  const numbering = new WordNumbering(await treeOf(input, partsOf('numbering')[0]), styles);
  const first: WordContext = { styles, numbering, warnings: input.warnings, notes: [], comments: new Map() };
  const comments = new Map<string, Recording>();
  for (const { path } of partsOf('comments')) {
    const read = await readAside(input, { path, place: 'comments' }, { sink: new Recording(), context: first });
    for (const [id, comment] of read) comments.set(id, comment);
  }
  const context = { ...first, comments };
  const repeated = new Set<string>();
  const readRepeated = async (kind: 'header' | 'footer') => {
    for (const { path } of partsOf(kind)) {
      const part = new Recording();
      await readAside(input, { path, place: kind }, { sink: part, context });
      // The same one belongs to many sections, and one with a page number alone says nothing.
      if (repeated.has(part.plain) || ONLY_NUMBERS.test(part.plain)) continue;
      repeated.add(part.plain);
      part.playTo(sink);
    }
  };
  await readRepeated('header');
  await readStory(input, { path: main }, { sink, context });
  await readNotes(input, [...partsOf('footnotes'), ...partsOf('endnotes')], { sink, context });
  for (const comment of comments.values()) comment.playTo(sink);
  await readRepeated('footer');
}

/** A part that is not the main text. What comes before the damage in it stays. */
async function readAside(
  input: DocumentInput,
  part: { readonly path: string; readonly place: string },
  to: { readonly sink: Recording; readonly context: WordContext },
): Promise<ReadonlyMap<string, Recording>> {
  return (await readSidePart(input, part, () => readStory(input, part, to))) ?? new Map();
}

/** In the order in which the text refers to them. */
async function readNotes(
  input: DocumentInput,
  parts: readonly Relation[],
  { sink, context }: { sink: HtmlReader; context: WordContext },
): Promise<void> {
  const notes = new Map<string, Recording>();
  for (const { path } of parts) {
    const read = await readAside(input, { path, place: 'notes' }, { sink: new Recording(), context });
    for (const [id, note] of read) notes.set(id, note);
  }
  for (const id of context.notes) notes.get(id)?.playTo(sink);
}

function both(...readers: readonly HtmlReader[]): HtmlReader {
  return {
    open: (name, attributes) => {
      for (const reader of readers) reader.open(name, attributes);
    },
    close: (name) => {
      for (const reader of readers) reader.close(name);
    },
    text: (text) => {
      for (const reader of readers) reader.text(text);
    },
  };
}
