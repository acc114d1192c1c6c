import { type DocumentInput, fileOf, readSidePart } from '../formats/document-input.ts';
import type { Relation } from '../office-relations.ts';
import { parseXml } from '../xml-tree.ts';
import { type ChartText, chartText } from './chart-text.ts';
import { diagramTexts } from './diagram-text.ts';
import type { DrawingPart } from './drawing-parts.ts';

const NOTHING: ChartText = { title: '', texts: [], rows: [] };

type Linked = Extract<DrawingPart, { kind: 'chart' | 'diagram' }>;

/** What a chart or a diagram of a drawing says; a warning when the archive lacks it. */
export async function readLinked(
  input: DocumentInput,
  { kind, id }: Linked,
  { relations, place }: { readonly relations: ReadonlyMap<string, Relation>; readonly place: string },
): Promise<ChartText> {
  const path = relations.get(id)?.path;
  if (path === undefined || !input.zip?.names.includes(path)) {
    input.warnings.add('text-not-read', { place, detail: kind });
    return NOTHING;
  }
  const read = await readSidePart(input, { path, place }, async () => {
    const xml = await fileOf(input, path);
    return kind === 'chart' ? chartText(parseXml(xml)) : { ...NOTHING, texts: diagramTexts(xml) };
  });
  return read ?? NOTHING;
}
