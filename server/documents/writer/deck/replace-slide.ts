import { parseLayoutName, type Slide } from '#lib/slides/deck.ts';
import { trimChars } from '#lib/text/trim-chars.ts';
import { type Relation, readRelations, relationsFile, slideNames } from '../../reader/office-relations.ts';
import { openZip } from '../../reader/open-zip.ts';
import { readXml } from '../../reader/read-xml.ts';
import { readImage } from '../image-size.ts';
import { WritingError } from '../writing-error.ts';
import { editElements, elementsOf } from './edit-elements.ts';
import { type DeckImages, type DeckParts, makeDeck } from './make-deck.ts';

const CONTENT_TYPES = '[Content_Types].xml';
/** What only slides have: removed with the slide that refers to them, unless another one does too. */
const OWN_PART = /\/(chart|image|package|notesSlide)$/;

const decode = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);
const encode = (text: string) => new TextEncoder().encode(text);

type Replacing = {
  readonly bytes: Uint8Array;
  /** From 0. */
  readonly pageIndex: number;
  readonly slide: Slide;
  readonly images: DeckImages;
};

/**
 * A presentation with one slide made again. All other slides, their charts, images and notes, and
 * layouts and themes stay byte for byte; the list of content types changes when kinds of parts come or go.
 * @throws {WritingError} for a deck of another program, and a slide that does not exist
 */
export async function replaceSlide({ bytes, pageIndex, slide, images }: Replacing): Promise<DeckParts> {
  const zip = await openZip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const parts = new Map<string, Uint8Array>();
  for (const name of zip.names) if (!name.endsWith('/')) parts.set(name, (await zip.read(name)) as Buffer);
  const slides = await slideNames(zip);
  const part = slides[pageIndex];
  if (part === undefined) throw new WritingError('pageIndex', `the presentation has ${slides.length} slides, counted from 0`);
  const old = relationsIn(parts, part);
  const layouts = layoutsOf(parts);
  const layoutPart = [...old.values()].find(({ type }) => type.endsWith('/slideLayout'))?.path ?? '';
  const made = parseLayoutName(layouts.find(({ path }) => path === layoutPart)?.name ?? '');
  if (!made) throw new WritingError('pageIndex', 'only slides of presentations that were made here can be made again');
  const fresh = await makeDeck(
    { title: slide.title, template: made.template, slides: [slide] },
    withOwnImages(images, slide, parts),
  );
  const deck = new DeckEditor(parts);
  const notes = [...old.values()].find(({ type }) => type.endsWith('/notesSlide'))?.path;
  deck.removeOwn(part, old);
  deck.take(fresh, { from: 'ppt/slides/slide1.xml', to: part, slidePart: part, notes, layouts });
  deck.writeContentTypes(decode(fresh.get(CONTENT_TYPES)));
  return deck.parts;
}

/** A slide may keep an image that the presentation has, by the name of its part. */
function withOwnImages(images: DeckImages, { image }: Slide, parts: DeckParts): DeckImages {
  const bytes = image?.file.startsWith('ppt/media/') ? parts.get(image.file) : undefined;
  const own = bytes && readImage(Buffer.from(bytes));
  return image && own ? new Map([...images, [image.file, own]]) : images;
}

type NamedLayout = { readonly path: string; readonly name: string };

type Taking = {
  readonly from: string;
  readonly to: string;
  readonly slidePart: string;
  /** The part that the notes had before. */
  readonly notes: string | undefined;
  readonly layouts: readonly NamedLayout[];
};

/** The parts of a deck while a slide of it is exchanged. */
class DeckEditor {
  readonly parts: Map<string, Uint8Array>;
  readonly #before: ReadonlySet<string>;
  /** Content type by part that was added. */
  readonly #cameFrom = new Map<string, string>();

  constructor(parts: Map<string, Uint8Array>) {
    this.parts = parts;
    this.#before = new Set(parts.keys());
  }

  removeOwn(part: string, relations: ReadonlyMap<string, Relation>): void {
    const file = relationsFile(part);
    this.parts.delete(file);
    for (const { path, type, isExternal } of relations.values()) {
      if (isExternal || !OWN_PART.test(type) || !this.parts.has(path)) continue;
      // Notes refer back to their slide, and are replaced in place.
      if (!type.endsWith('/notesSlide') && this.#isReferred(path)) continue;
      const inner = relationsIn(this.parts, path);
      this.parts.delete(path);
      this.parts.delete(relationsFile(path));
      if (!type.endsWith('/notesSlide')) this.removeOwn(path, inner);
    }
  }

  /** Copies a part and what it refers to, under names that are free. */
  take(fresh: DeckParts, { from, to, ...rest }: Taking): void {
    this.parts.set(to, fresh.get(from) ?? new Uint8Array());
    this.#cameFrom.set(to, from);
    const xml = fresh.get(relationsFile(from));
    if (!xml) return;
    let text = decode(xml);
    for (const [id, { path, type, isExternal }] of readRelations(text, from)) {
      if (isExternal) continue;
      const target = relativeTo(to, this.#place(fresh, { path, type, ...rest }));
      text = editElements(text, 'Relationship', (element) =>
        element.attributes.get('Id') === id ? element.text.replace(/Target="[^"]*"/, `Target="${target}"`) : element.text,
      );
    }
    this.parts.set(relationsFile(to), encode(text));
  }

  #place(fresh: DeckParts, { path, type, ...rest }: { path: string; type: string } & Omit<Taking, 'from' | 'to'>): string {
    if (type.endsWith('/slide')) return rest.slidePart;
    if (type.endsWith('/slideLayout')) {
      const name = layoutsOf(fresh).find((layout) => layout.path === path)?.name;
      const existing = rest.layouts.find((layout) => layout.name === name);
      if (!existing) throw new WritingError('slide.layout', `the presentation has no layout ${JSON.stringify(name)}`);
      return existing.path;
    }
    if (!OWN_PART.test(type)) return path;
    const to = type.endsWith('/notesSlide') && rest.notes !== undefined ? rest.notes : this.#freeName(path);
    this.take(fresh, { from: path, to, ...rest });
    return to;
  }

  /** Names of parts that were removed are not used again, so that no list of types is wrong meanwhile. */
  #freeName(path: string): string {
    const dot = path.lastIndexOf('.');
    const stem = trimChars(path.slice(0, dot), '0123456789-', { atStart: false });
    for (let number = 1; ; number++) {
      const name = `${stem}${number}${path.slice(dot)}`;
      if (!this.parts.has(name) && !this.#before.has(name)) return name;
    }
  }

  #isReferred(path: string): boolean {
    for (const [name, xml] of this.parts) {
      if (!name.endsWith('.rels')) continue;
      const owner = name.replace(/(^|\/)_rels\/([^/]*)\.rels$/, '$1$2');
      for (const relation of readRelations(decode(xml), owner).values()) if (relation.path === path) return true;
    }
    return false;
  }

  /** @param fresh the types of the parts that were added, by the names they had */
  writeContentTypes(fresh: string): void {
    const types = decode(this.parts.get(CONTENT_TYPES));
    const isGone = (name: string) => this.#before.has(name) && !this.parts.has(name);
    const text = editElements(types, 'Override', ({ text: element, attributes }) =>
      isGone(partNameOf(attributes)) ? '' : element,
    );
    const listed = new Set(elementsOf(text, 'Override').map(({ attributes }) => partNameOf(attributes)));
    const endings = new Set(elementsOf(text, 'Default').map(({ attributes }) => attributes.get('Extension')));
    const overrides = new Map(elementsOf(fresh, 'Override').map((element) => [partNameOf(element.attributes), element.text]));
    const defaults = new Map(elementsOf(fresh, 'Default').map((element) => [element.attributes.get('Extension'), element.text]));
    let added = '';
    for (const [name, from] of this.#cameFrom) {
      if (listed.has(name)) continue;
      const ending = name.slice(name.lastIndexOf('.') + 1);
      const override = overrides.get(from);
      if (override !== undefined) added += override.replace(`"/${from}"`, `"/${name}"`);
      else if (!endings.has(ending)) added += defaults.get(ending) ?? '';
      endings.add(ending);
    }
    const written = text.replace('</Types>', () => `${added}</Types>`);
    if (written !== types) this.parts.set(CONTENT_TYPES, encode(written));
  }
}

function partNameOf(attributes: ReadonlyMap<string, string>): string {
  return (attributes.get('PartName') ?? '').slice(1);
}

function relationsIn(parts: DeckParts, part: string): Map<string, Relation> {
  const xml = parts.get(relationsFile(part));
  return xml ? readRelations(decode(xml), part) : new Map();
}

function layoutsOf(parts: DeckParts): NamedLayout[] {
  return [...parts]
    .filter(([path]) => /^ppt\/slideLayouts\/[^/]+\.xml$/.test(path))
    .map(([path, xml]) => ({ path, name: nameOfLayout(decode(xml)) }));
}

function nameOfLayout(xml: string): string {
  let found = '';
  readXml(xml, {
    open(tag, { name = '' }) {
      if (tag === 'p:cSld' && found === '') found = name;
    },
  });
  return found;
}

function relativeTo(part: string, target: string): string {
  const ups = part.split('/').length - 1;
  const common = part.split('/').slice(0, -1);
  const names = target.split('/');
  let shared = 0;
  while (shared < common.length && common[shared] === names[shared]) shared++;
  return [...Array<string>(ups - shared).fill('..'), ...names.slice(shared)].join('/');
}
