import type { SlidePicture } from '#lib/slides/slide-picture.ts';
import { mainPart, type Relation, relationsOf, slideNames } from '../office-relations.ts';
import type { OpenZip } from '../open-zip.ts';
import { ReadingError } from '../reading-error.ts';
import { all, find, findDeep, numberIn, parseXml, type XmlElement } from '../xml-tree.ts';
import { readColour, readTheme, type Theme } from './colours.ts';
import { type Inherited, readShapes, type ShapeReading } from './read-shapes.ts';

const EMU_PER_POINT = 12_700;
const MAX_SLIDES = 500;
const MAX_SHAPES = 20_000;
const MAX_IMAGE_BYTES = 8_000_000;
/** Of all images together. */
const MAX_IMAGES_BYTES = 40_000_000;
/** What browsers show in a picture. */
const IMAGES: readonly { mediaType: string; begins: readonly number[] }[] = [
  { mediaType: 'image/png', begins: [0x89, 0x50, 0x4e, 0x47] },
  { mediaType: 'image/jpeg', begins: [0xff, 0xd8, 0xff] },
  { mediaType: 'image/gif', begins: [0x47, 0x49, 0x46, 0x38] },
];

/** The slides of a presentation with everything that is drawn on them. @throws {ReadingError} */
export async function readSlidePictures(zip: OpenZip): Promise<SlidePicture[]> {
  const names = await slideNames(zip);
  if (names.length > MAX_SLIDES) throw new ReadingError('document-too-large', `it has more than ${MAX_SLIDES} slides`);
  const parts = new Parts(zip);
  const size = findDeep(await parts.xml(await mainPart(zip, 'ppt/presentation.xml')), 'p:sldSz');
  const [width, height] = ['cx', 'cy'].map((attribute) => Math.max(1, (numberIn(size, attribute) ?? 9_144_000) / EMU_PER_POINT));
  const slides: SlidePicture[] = [];
  for (const name of names) slides.push({ width: width as number, height: height as number, ...(await readSlide(parts, name)) });
  return slides;
}

/** The parts of the archive that several slides share are read once. */
class Parts {
  readonly #zip: OpenZip;
  readonly #trees = new Map<string, XmlElement>();
  shapes = 0;
  imageBytes = 0;

  constructor(zip: OpenZip) {
    this.#zip = zip;
  }

  async xml(name: string): Promise<XmlElement> {
    const kept = this.#trees.get(name);
    if (kept) return kept;
    const bytes = await this.#zip.read(name);
    if (!bytes) throw new ReadingError('document-unreadable', `the file ${name} is missing in it`);
    const tree = parseXml(bytes.toString('utf8'));
    if (/^ppt\/(slideLayouts|slideMasters|theme)\//.test(name)) this.#trees.set(name, tree);
    return tree;
  }

  relations(name: string): Promise<Map<string, Relation>> {
    return relationsOf(this.#zip, name);
  }

  async image(name: string): Promise<{ path: string; mediaType: string; base64: string }> {
    const bytes = await this.#zip.read(name);
    const mediaType = bytes && IMAGES.find(({ begins }) => begins.every((byte, index) => bytes[index] === byte))?.mediaType;
    if (!bytes || mediaType === undefined || bytes.byteLength > MAX_IMAGE_BYTES) return { path: name, mediaType: '', base64: '' };
    this.imageBytes += bytes.byteLength;
    return { path: name, mediaType, base64: this.imageBytes > MAX_IMAGES_BYTES ? '' : bytes.toString('base64') };
  }
}

type Drawn = Omit<SlidePicture, 'width' | 'height'>;

async function readSlide(parts: Parts, name: string): Promise<Drawn> {
  const slide = await parts.xml(name);
  const relations = await parts.relations(name);
  const layoutName = pathOf(relations, '/slideLayout');
  const layout = await parts.xml(layoutName);
  const layoutRelations = await parts.relations(layoutName);
  const masterName = pathOf(layoutRelations, '/slideMaster');
  const master = await parts.xml(masterName);
  const masterRelations = await parts.relations(masterName);
  const theme = readTheme(await parts.xml(pathOf(masterRelations, '/theme')), find(master, 'p:clrMap'));
  const inherited: Inherited = { layout, master };
  const reading = (from: ReadonlyMap<string, Relation>, isLayout: boolean): ShapeReading => ({
    theme,
    inherited,
    isLayout,
    image: async (id) => parts.image(from.get(id)?.path ?? ''),
    chart: async (id) => (from.has(id) ? parts.xml(from.get(id)?.path ?? '') : undefined),
    count() {
      parts.shapes += 1;
      if (parts.shapes > MAX_SHAPES)
        throw new ReadingError('document-too-large', `its slides have more than ${MAX_SHAPES} shapes`);
    },
  });
  const showsMaster = slide.attributes.showMasterSp !== '0' && layout.attributes.showMasterSp !== '0';
  const behind = [
    ...(showsMaster ? await readShapes(tree(master), reading(masterRelations, true)) : []),
    ...(slide.attributes.showMasterSp === '0' ? [] : await readShapes(tree(layout), reading(layoutRelations, true))),
  ];
  return {
    background: backgroundOf([slide, layout, master], theme),
    layout: find(layout, 'p:cSld')?.attributes.name ?? '',
    behind,
    shapes: await readShapes(tree(slide), reading(relations, false)),
    notes: await readNotes(parts, relations),
  };
}

function tree(root: XmlElement): XmlElement | undefined {
  return find(root, 'p:cSld', 'p:spTree');
}

function pathOf(relations: ReadonlyMap<string, Relation>, ending: string): string {
  const found = [...relations.values()].find(({ type }) => type.endsWith(ending));
  if (!found) throw new ReadingError('document-unreadable', `a slide of it has no ${ending.slice(1)}`);
  return found.path;
}

function backgroundOf(roots: readonly XmlElement[], theme: Theme): string {
  for (const root of roots) {
    const background = find(root, 'p:cSld', 'p:bg');
    const colour = readColour(find(background, 'p:bgPr'), theme) ?? readColour(find(background, 'p:bgRef'), theme);
    if (colour) return colour.hex;
  }
  return 'FFFFFF';
}

async function readNotes(parts: Parts, relations: ReadonlyMap<string, Relation>): Promise<string> {
  const notes = [...relations.values()].find(({ type }) => type.endsWith('/notesSlide'));
  if (!notes) return '';
  const body = all(tree(await parts.xml(notes.path)), 'p:sp').find(
    (shape) => find(shape.children[0], 'p:nvPr', 'p:ph')?.attributes.type === 'body',
  );
  const paragraphs = all(find(body, 'p:txBody'), 'a:p');
  return paragraphs
    .map((paragraph) => paragraph.children.map((run) => find(run, 'a:t')?.text ?? '').join(''))
    .join('\n')
    .trim();
}
