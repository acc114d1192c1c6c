import { type DocumentInput, fileOf } from '../formats/document-input.ts';
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
  for (const { attributes } of entries) {
    const { name = '', state = 'visible' } = attributes;
    const relation = relations.get(attributes['r:id'] ?? '');
    const place = `sheet ${name}`;
    if (state !== 'visible') input.warnings.add('hidden-part-read', { place });
    if (relation && input.zip?.names.includes(relation.path))
      sheets.push(await readSheet(input, { title: name, path: relation.path, workbook }));
    else input.warnings.add('text-not-read', { place, detail: 'sheet' });
  }
  return sheets;
}

async function sharedOf(
  input: DocumentInput,
  { root, relations }: { root: XmlElement; relations: ReadonlyMap<string, Relation> },
): Promise<Workbook> {
  const partOf = async (type: string) => {
    const part = ofType(relations, type).find(({ path }) => input.zip?.names.includes(path));
    return part && fileOf(input, part.path);
  };
  const [styles, strings] = [await partOf('styles'), await partOf('sharedStrings')];
  return {
    formats: new CellFormats(styles === undefined ? undefined : parseXml(styles)),
    strings: strings === undefined ? [] : readSharedStrings(strings),
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
  for (const drawing of ofType(relations, 'drawing')) await readDrawing(input, { part: drawing.path, place, drawn });
  return {
    title,
    rows: reader.rows,
    charts: drawn.charts,
    texts: [...reader.printed, ...drawn.texts, ...(await commentsOf(input, relations))],
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
