import { readOfficeXml } from './read-office-xml.ts';
import { ReadingError } from './reading-error.ts';

export type XmlElement = {
  /** With its prefix, as `a:t`. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
};
type Growing = { name: string; attributes: Readonly<Record<string, string>>; children: Growing[]; text: string };

/** Of one file of an archive. */
const MAX_ELEMENTS = 200_000;

/** A small XML file of an Office document as a tree. Office formats have no text next to elements: it is lost. */
export function parseXml(xml: string): XmlElement {
  const tree = new XmlTree();
  readOfficeXml(xml, tree);
  return tree.root;
}

/** Grows a tree from the tags of a document, or of one element of it. */
export class XmlTree {
  readonly #top: Growing = { name: '', attributes: {}, children: [], text: '' };
  readonly #open = [this.#top];
  #count = 0;

  /** The first element; an empty one before there is any. */
  get root(): XmlElement {
    return this.#top.children[0] ?? this.#top;
  }

  /** Whether every element has ended. */
  get isWhole(): boolean {
    return this.#open.length === 1;
  }

  open = (name: string, attributes: Readonly<Record<string, string>>): void => {
    if (++this.#count > MAX_ELEMENTS)
      throw new ReadingError('document-too-large', `a part of it has more than ${MAX_ELEMENTS} elements`);
    const element: Growing = { name, attributes, children: [], text: '' };
    this.#open.at(-1)?.children.push(element);
    this.#open.push(element);
  };

  text = (text: string): void => {
    const element = this.#open.at(-1);
    if (element) element.text += text;
  };

  close = (): void => void this.#open.pop();
}

/** The element at the end of a path of names, taking the first of each. */
export function find(element: XmlElement | undefined, ...names: readonly string[]): XmlElement | undefined {
  return names.reduce<XmlElement | undefined>((at, name) => at?.children.find((child) => child.name === name), element);
}

export function all(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** The element itself or the first one below it of that name. */
export function findDeep(element: XmlElement | undefined, name: string): XmlElement | undefined {
  if (!element || element.name === name) return element;
  for (const child of element.children) {
    const found = findDeep(child, name);
    if (found) return found;
  }
  return undefined;
}

/** An attribute that is a number; undefined for any other. */
export function numberIn(element: XmlElement | undefined, attribute: string): number | undefined {
  const text = element?.attributes[attribute];
  const value = text === undefined ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}
