import { type HtmlReader, readHtml } from '#lib/html/read-html.ts';
import { decodeBytes } from '../decode-bytes.ts';
import { type DocumentInput, fileOf, readSidePart } from '../formats/document-input.ts';
import { chartText } from '../office/chart-text.ts';
import { diagramTexts } from '../office/diagram-text.ts';
import { allRelationsOf, type Relation } from '../office-relations.ts';
import { readOfficeXml } from '../read-office-xml.ts';
import { parseXml, type XmlElement } from '../xml-tree.ts';
import { BlockWriter } from './block-writer.ts';
import { Recording } from './recording.ts';
import { type WordContext, type WordReferences, WordStory } from './word-story.ts';

const HTML = /\.x?html?$/i;
const TEXT = /\.txt$/i;

/** A part as a tree; undefined where the document has none. */
export async function treeOf(input: DocumentInput, part: Relation | undefined): Promise<XmlElement | undefined> {
  if (!part || !input.zip?.names.includes(part.path)) return undefined;
  return readSidePart(input, { path: part.path, place: '' }, async () => parseXml(await fileOf(input, part.path)));
}

/** Reads a part into a sink. @returns the notes or comments that it keeps */
export async function readStory(
  input: DocumentInput,
  { path, place = '' }: { readonly path: string; readonly place?: string },
  { sink, context }: { readonly sink: HtmlReader; readonly context: WordContext },
): Promise<ReadonlyMap<string, Recording>> {
  const story = new WordStory(sink, context, await referencesOf(input, { path, place }), place);
  readOfficeXml(await fileOf(input, path), story);
  story.finish();
  return story.recordings;
}

async function referencesOf(input: DocumentInput, { path, place }: { path: string; place: string }): Promise<WordReferences> {
  const links = new Map<string, string>();
  const blocks = new Map<string, Recording>();
  for (const [id, relation] of await allRelationsOf(input.zip, path)) {
    if (relation.type.endsWith('/hyperlink')) links.set(id, relation.path);
    const read = () => blockOf(input, relation);
    const block = relation.isExternal ? undefined : await readSidePart(input, { path: relation.path, place }, read);
    if (block) blocks.set(id, block);
  }
  return { links, blocks };
}

async function blockOf(input: DocumentInput, relation: Relation): Promise<Recording | undefined> {
  const { path, type } = relation;
  if (!input.zip?.names.includes(path)) return undefined;
  if (/\/chart(Ex)?$/.test(type)) return chartBlock(parseXml(await fileOf(input, path)));
  if (type.endsWith('/diagramData')) return listBlock(diagramTexts(await fileOf(input, path)));
  if (!type.endsWith('/aFChunk') || !(HTML.test(path) || TEXT.test(path))) return undefined;
  const bytes = (await input.zip.read(path)) ?? Buffer.alloc(0);
  const block = new Recording();
  const decoded = await decodeBytes(bytes, { warnings: input.warnings, ...(HTML.test(path) && { format: 'html' as const }) });
  const text = decoded?.text ?? '';
  if (HTML.test(path)) readHtml(text, block);
  else writeParagraphs(block, text.split(/\r?\n/));
  return block;
}

function chartBlock(root: XmlElement): Recording {
  const { title, texts, rows } = chartText(root);
  const block = new Recording();
  const writer = writeParagraphs(block, [title, ...texts]);
  if (rows.length === 0) return block;
  writer.beginTable();
  for (const row of rows) {
    writer.beginRow();
    for (const cell of row) {
      writer.beginCell();
      writer.text(cell);
      writer.endCell();
    }
    writer.endRow();
  }
  writer.endTable();
  return block;
}

function listBlock(texts: readonly string[]): Recording {
  const block = new Recording();
  const writer = new BlockWriter(block);
  for (const text of texts) {
    writer.begin({ kind: 'item', level: 0, listId: '', value: undefined });
    writer.text(text);
  }
  writer.end();
  writer.endLists();
  return block;
}

function writeParagraphs(block: Recording, texts: readonly string[]): BlockWriter {
  const writer = new BlockWriter(block);
  for (const text of texts) {
    if (text.trim() === '') continue;
    writer.begin({ kind: 'paragraph' });
    writer.text(text);
  }
  writer.end();
  return writer;
}
