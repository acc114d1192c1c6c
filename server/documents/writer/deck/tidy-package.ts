import { unzipSync, zipSync } from 'fflate';
import { editElements } from './edit-elements.ts';
import type { DeckParts } from './make-deck.ts';

const CONTENT_TYPES = '[Content_Types].xml';
/** For Chinese, Japanese and Korean text; every Office installation has it or a substitute. */
const EAST_ASIAN_FONT = 'Microsoft YaHei';
/** The library writes the font for Latin text into this element, too. */
const EAST_ASIAN = /<a:ea typeface="[^"]*"/g;

const CORE_PROPERTIES = 'docProps/core.xml';
const TIMES = /<dcterms:(?:created|modified)[^<>]*>[^<>]*<\/dcterms:(?:created|modified)>/g;

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const encode = (text: string) => new TextEncoder().encode(text);

/**
 * What the library writes without being right: content types of parts that do not exist, folders
 * as parts, the Latin font for CJK text, numbers as names of titles, and the same id for two shapes.
 * Without times: a deck that is written again after a crash is the same file.
 */
export function tidyPackage(bytes: Uint8Array): DeckParts {
  const parts = new Map(Object.entries(unzipSync(bytes)).filter(([name]) => !name.endsWith('/')));
  for (const [name, part] of parts) {
    if (!/^ppt\/(slides|slideLayouts|slideMasters|notesSlides|theme)\/[^/]+\.xml$/.test(name)) continue;
    const text = decode(part).replaceAll(EAST_ASIAN, `<a:ea typeface="${EAST_ASIAN_FONT}"`);
    parts.set(name, encode(name.startsWith('ppt/slides/') ? numberShapes(nameTitle(text)) : text));
  }
  const core = parts.get(CORE_PROPERTIES);
  if (core) parts.set(CORE_PROPERTIES, encode(decode(core).replaceAll(TIMES, '')));
  const types = decode(parts.get(CONTENT_TYPES) ?? new Uint8Array());
  const kept = editElements(types, 'Override', ({ text, attributes }) =>
    parts.has((attributes.get('PartName') ?? '').slice(1)) ? text : '',
  );
  parts.set(CONTENT_TYPES, encode(kept));
  return parts;
}

/** The library gives placeholders numbers for names. */
function nameTitle(xml: string): string {
  const shapes = xml.split('<p:sp>');
  const named = shapes.map((shape) => (shape.includes('type="title"') ? shape.replace(/ name="[^"]*"/, ' name="title"') : shape));
  return named.join('<p:sp>');
}

/** Tables get the number of another shape. */
function numberShapes(xml: string): string {
  let next = 0;
  return xml.replaceAll(/<p:cNvPr id="\d+"/g, () => `<p:cNvPr id="${++next}"`);
}

/** The order is that of the parts, and the dates are fixed: the same parts make the same file. */
export function zipParts(parts: DeckParts): Uint8Array {
  const first = parts.get(CONTENT_TYPES);
  const ordered = [...(first ? [[CONTENT_TYPES, first] as const] : []), ...[...parts].filter(([name]) => name !== CONTENT_TYPES)];
  return zipSync(Object.fromEntries(ordered), { level: 6, mtime: new Date('2020-01-01T00:00:00') });
}
