import { type DocumentInput, fileOf, readSidePart } from '../formats/document-input.ts';
import type { ChartText } from '../office/chart-text.ts';
import { drawingParts } from '../office/drawing-parts.ts';
import { readLinked } from '../office/linked-parts.ts';
import { mainPart, ofType, type Relation, relationsOf } from '../office-relations.ts';
import { readOfficeXml } from '../read-office-xml.ts';
import { ReadingError } from '../reading-error.ts';
import { all, find, parseXml, type XmlElement } from '../xml-tree.ts';
import { CellFormats } from './cell-formats.ts';
import { SheetReader, type Workbook } from './read-sheet.ts';
import { readSharedStrings } from './shared-strings.ts';
import { commentsOf } from './sheet-comments.ts';

export type Sheet = {
  readonly title: string;
  readonly rows: string[][];
  readonly charts: readonly ChartText[];
  /** Printed headers and footers, texts of shapes, comments. */
  readonly texts: readonly string[];
};

type Drawn = { readonly charts: ChartText[]; readonly texts: string[] };

/** The sheets of a workbook in its order, hidden ones too. @throws {ReadingError} */
export async function readWorkbook(input: DocumentInput): Promise<Sheet[]> {
  const main = await mainPart(input.zip, 'xl/workbook.xml');
  const root = parseXml(await fileOf(input, main));
  const relations = await relationsOf(input.zip, main);
  const entries = all(find(root, 'sheets'), 'sheet');
  if (entries.length === 0) throw new ReadingError('document-unreadable', 'its workbook names no sheets');
  const workbook = await sharedOf(input, { root, relations });
  const sheets: Sheet[] = [];
  let damaged = 0;
  for (const { attributes } of entries) {
    const { name = '', state = 'visible' } = attributes;
    const relation = relations.get(attributes['r:id'] ?? '');
    const place = `sheet ${name}`;
    if (state !== 'visible') input.warnings.add('hidden-part-read', { place });
    if (!relation || !input.zip?.names.includes(relation.path)) {
      input.warnings.add('text-not-read', { place, detail: 'sheet' });
      continue;
    }
    const { path } = relation;
    const sheet = await readSidePart(input, { path, place }, () => readSheet(input, { title: name, path, workbook }));
    if (sheet) sheets.push(sheet);
    else damaged++;
  }
  if (damaged > 0 && sheets.length === 0) throw new ReadingError('document-unreadable', 'none of its sheets can be read');
  return sheets;
}

async function sharedOf(
  input: DocumentInput,
  { root, relations }: { root: XmlElement; relations: ReadonlyMap<string, Relation> },
): Promise<Workbook> {
  const partOf = async <T>(type: string, read: (xml: string) => T): Promise<T | undefined> => {
    const [part] = ofType(relations, type);
    return part && readSidePart(input, { path: part.path, place: '' }, async () => read(await fileOf(input, part.path)));
  };
  return {
    formats: new CellFormats(await partOf('styles', parseXml)),
    strings: (await partOf('sharedStrings', readSharedStrings)) ?? [],
    is1904: /^(1|true|on)$/.test(find(root, 'workbookPr')?.attributes.date1904 ?? ''),
  };
}

async function readSheet(
  input: DocumentInput,
  { title, path, workbook }: { title: string; path: string; workbook: Workbook },
): Promise<Sheet> {
  const place = `sheet ${title}`;
  const reader = new SheetReader(workbook);
  readOfficeXml(await fileOf(input, path), reader);
  if (reader.withoutResult > 0) input.warnings.add('formulas-without-result', { place, count: reader.withoutResult });
  const relations = await relationsOf(input.zip, path);
  for (const type of ['oleObject', 'package'])
    for (const { path: part } of ofType(relations, type)) addObject(input, { place, part });
  const drawn: Drawn = { charts: [], texts: [] };
  for (const { path: part } of ofType(relations, 'drawing'))
    await readSidePart(input, { path: part, place }, () => readDrawing(input, { part, place, drawn }));
  return {
    title,
    rows: reader.rows,
    charts: drawn.charts,
    texts: [...reader.printed, ...drawn.texts, ...(await commentsOf(input, { relations, place }))],
  };
}

function addObject({ warnings }: DocumentInput, { place, part }: { place: string; part: string }): void {
  warnings.add('objects-not-read', { place, detail: part.slice(part.lastIndexOf('/') + 1) });
}

async function readDrawing(
  input: DocumentInput,
  { part, place, drawn }: { part: string; place: string; drawn: Drawn },
): Promise<void> {
  const relations = await relationsOf(input.zip, part);
  for (const shape of drawingParts(await fileOf(input, part))) {
    if (shape.kind === 'text') drawn.texts.push(shape.text);
    else if (shape.kind === 'picture') input.warnings.add('pictures-not-read', { place });
    else if (shape.kind === 'diagram') drawn.texts.push(...(await readLinked(input, shape, { relations, place })).texts);
    else if (shape.kind === 'chart') drawn.charts.push(await readLinked(input, shape, { relations, place }));
  }
}
