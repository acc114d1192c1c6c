import { all, find, type XmlElement } from '../xml-tree.ts';
import type { Marks } from './block-writer.ts';

/** What a style says of numbers before paragraphs. */
export type ListPlace = { readonly numId: string; readonly level: number | undefined };

type Style = {
  readonly id: string;
  readonly name: string;
  readonly basedOn: string | undefined;
  readonly outline: number | undefined;
  readonly list: ListPlace | undefined;
  readonly isBold: boolean | undefined;
  readonly isItalic: boolean | undefined;
  readonly isStruck: boolean | undefined;
};

const MAX_CHAIN = 50;
/** Lower levels are body text. */
const BODY_OUTLINE = 9;

/** The styles of a Word document, each with what it has from those that it is based on. */
export class WordStyles {
  readonly #styles = new Map<string, Style>();

  /** @param root of `styles.xml`; undefined where there is none */
  constructor(root: XmlElement | undefined) {
    for (const style of all(root, 'w:style')) {
      const read = readStyle(style);
      this.#styles.set(read.id, read);
    }
  }

  /**
   * From 1 to 6; undefined for other paragraphs.
   * @param outline of the paragraph itself
   */
  headingLevel(styleId: string | undefined, outline: number | undefined): number | undefined {
    const level = this.#namedLevel(styleId) ?? levelOf(outline) ?? levelOf(this.#first(styleId, (style) => style.outline));
    return level === undefined ? undefined : Math.min(6, level);
  }

  list(styleId: string | undefined): ListPlace | undefined {
    return this.#first(styleId, ({ list }) => list);
  }

  /** Of a style for characters. Those of paragraphs make all of a heading bold, which adds nothing. */
  marks(styleId: string | undefined): Marks {
    return {
      isBold: this.#first(styleId, ({ isBold }) => isBold) ?? false,
      isItalic: this.#first(styleId, ({ isItalic }) => isItalic) ?? false,
      isStruck: this.#first(styleId, ({ isStruck }) => isStruck) ?? false,
    };
  }

  #namedLevel(styleId: string | undefined): number | undefined {
    const name = styleId === undefined ? '' : (this.#styles.get(styleId)?.name ?? styleId);
    const [, level] = /^heading ?([1-9])$/i.exec(name) ?? [];
    if (level !== undefined) return Number(level);
    return /^(title|heading)$/i.test(name) ? 1 : undefined;
  }

  #first<T>(styleId: string | undefined, value: (style: Style) => T | undefined): T | undefined {
    let at = styleId;
    for (let step = 0; step < MAX_CHAIN && at !== undefined; step++) {
      const style = this.#styles.get(at);
      const found = style && value(style);
      if (found !== undefined) return found;
      at = style?.basedOn;
    }
    return undefined;
  }
}

function readStyle(style: XmlElement): Style {
  const paragraph = find(style, 'w:pPr');
  const run = find(style, 'w:rPr');
  return {
    id: style.attributes['w:styleId'] ?? '',
    name: find(style, 'w:name')?.attributes['w:val'] ?? '',
    basedOn: find(style, 'w:basedOn')?.attributes['w:val'],
    outline: outlineOf(paragraph),
    list: listOf(paragraph),
    isBold: isOn(find(run, 'w:b')),
    isItalic: isOn(find(run, 'w:i')),
    isStruck: isOn(find(run, 'w:strike')),
  };
}

/** Of the properties of a paragraph or a style. */
export function outlineOf(properties: XmlElement | undefined): number | undefined {
  const text = find(properties, 'w:outlineLvl')?.attributes['w:val'];
  return text === undefined ? undefined : Number(text);
}

/** Of the properties of a paragraph or a style; `numId` 0 takes a list away. */
export function listOf(properties: XmlElement | undefined): ListPlace | undefined {
  const numbers = find(properties, 'w:numPr');
  const numId = find(numbers, 'w:numId')?.attributes['w:val'];
  const level = find(numbers, 'w:ilvl')?.attributes['w:val'];
  return numId === undefined ? undefined : { numId, level: level === undefined ? undefined : Number(level) };
}

/** A property that is on or off; undefined where it is missing. */
export function isOn(property: XmlElement | undefined): boolean | undefined {
  if (!property) return undefined;
  return !/^(0|false|off|none)$/.test(property.attributes['w:val'] ?? '');
}

function levelOf(outline: number | undefined): number | undefined {
  return outline !== undefined && outline >= 0 && outline < BODY_OUTLINE ? outline + 1 : undefined;
}
