import { type DocumentInput, fileOf, readSidePart } from '../formats/document-input.ts';
import { type DrawingPart, drawingParts, isRepeated } from '../office/drawing-parts.ts';
import { readLinked } from '../office/linked-parts.ts';
import { ofType, type Relation, relationsOf } from '../office-relations.ts';
import { commentsOf } from './slide-comments.ts';

export type SlideBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'table'; readonly title: string; readonly rows: readonly (readonly string[])[] };
export type SlideText = {
  readonly title: string;
  readonly blocks: readonly SlideBlock[];
  /** Of the speaker. */
  readonly notes: string;
  readonly comments: readonly string[];
};

const HIDDEN = /<(?:\w+:)?sld\s[^>]*\bshow\s*=\s*["'](?:0|false)["']/;
const HEAD_CHARS = 5000;
const ONLY_NUMBERS = /^[\d\s./:-]*$/;

/** Reads the slides of one presentation in their order. */
export class SlideTexts {
  readonly #input: DocumentInput;
  /** Headers, footers, dates and texts of layouts that a slide before has had. */
  readonly #repeated = new Set<string>();
  /** By the path of their part. */
  readonly #layouts = new Map<string, readonly string[]>();

  constructor(input: DocumentInput) {
    this.#input = input;
  }

  async read(path: string, number: number): Promise<SlideText> {
    const input = this.#input;
    const place = `slide ${number}`;
    const xml = await fileOf(input, path);
    if (HIDDEN.test(xml.slice(0, HEAD_CHARS))) input.warnings.add('hidden-part-read', { place });
    const relations = await relationsOf(input.zip, path);
    const slide = { title: '', blocks: [] as SlideBlock[] };
    const repeated: SlideBlock[] = [];
    for (const part of drawingParts(xml)) {
      if (part.kind === 'text') this.#addText(part, { slide, repeated });
      else if (part.kind === 'table') slide.blocks.push({ ...part, title: '' });
      else if (part.kind === 'picture') input.warnings.add('pictures-not-read', { place });
      else if (part.kind === 'media') input.warnings.add('media-not-read', { place, detail: part.name });
      else if (part.kind === 'object') input.warnings.add('objects-not-read', { place, detail: part.name });
      else {
        const { title, texts, rows } = await readLinked(input, part, { relations, place });
        slide.blocks.push(...[title, ...texts].filter((text) => text !== '').map((text) => ({ kind: 'text' as const, text })));
        if (rows.length > 0) slide.blocks.push({ kind: 'table', title, rows });
      }
    }
    for (const text of await this.#layoutTexts(relations, 'slideLayout', place)) this.#addRepeated(text, repeated);
    const [notes] = ofType(relations, 'notesSlide');
    return {
      title: slide.title,
      blocks: [...slide.blocks, ...repeated],
      notes: (notes && (await readSidePart(input, { path: notes.path, place }, () => this.#notes(notes.path)))) ?? '',
      comments: await commentsOf(input, { relations, place }),
    };
  }

  #addText(
    { text, placeholder }: Extract<DrawingPart, { kind: 'text' }>,
    { slide, repeated }: { slide: { title: string; blocks: SlideBlock[] }; repeated: SlideBlock[] },
  ): void {
    if (/^(ctrT|t)itle$/.test(placeholder) && slide.title === '') slide.title = text.replaceAll(/\s+/g, ' ');
    else if (!isRepeated(placeholder)) slide.blocks.push({ kind: 'text', text });
    else this.#addRepeated(text, repeated);
  }

  #addRepeated(text: string, repeated: SlideBlock[]): void {
    if (ONLY_NUMBERS.test(text) || this.#repeated.has(text)) return;
    this.#repeated.add(text);
    repeated.push({ kind: 'text', text });
  }

  /** Texts that the layout of a slide, and the master of the layout, show on it. Their placeholders only prompt. */
  async #layoutTexts(
    relations: ReadonlyMap<string, Relation>,
    type: 'slideLayout' | 'slideMaster',
    place: string,
  ): Promise<readonly string[]> {
    const [layout] = ofType(relations, type);
    if (!layout || !this.#input.zip?.names.includes(layout.path)) return [];
    const known = this.#layouts.get(layout.path);
    if (known) return known;
    const { path } = layout;
    const read = async () => drawingParts(await fileOf(this.#input, path));
    const parts = (await readSidePart(this.#input, { path, place }, read)) ?? [];
    const own = parts.flatMap((part) => (part.kind === 'text' && part.placeholder === '' ? [part.text] : []));
    const below =
      type === 'slideLayout'
        ? await this.#layoutTexts(await relationsOf(this.#input.zip, layout.path), 'slideMaster', place)
        : [];
    const texts = [...own, ...below];
    this.#layouts.set(layout.path, texts);
    return texts;
  }

  async #notes(path: string): Promise<string> {
    const texts = drawingParts(await fileOf(this.#input, path)).map((part) => {
      if (part.kind === 'table') return part.rows.map((row) => row.join('\t')).join('\n');
      return part.kind === 'text' && !isRepeated(part.placeholder) ? part.text : '';
    });
    return texts.filter((text) => text !== '').join('\n');
  }
}
