import { readXml } from '../read-xml.ts';
import { ReadingError } from '../reading-error.ts';

export type XmlElement = {
  /** With its prefix, as `a:t`. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
};
type Growing = { name: string; attributes: Readonly<Record<string, string>>; children: Growing[]; text: string };

/** Elements of all slides of one file are at most this many times the number of its slides. */
const MAX_ELEMENTS = 200_000;

/** A small XML file as a tree. Text next to elements is lost, which Office formats do not have. */
export function parseXml(xml: string): XmlElement {
  const root: Growing = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  let count = 0;
  readXml(xml, {
    open(name, attributes) {
      if (++count > MAX_ELEMENTS) throw new ReadingError('document-too-large', `a slide has more than ${MAX_ELEMENTS} elements`);
      const element: Growing = { name, attributes, children: [], text: '' };
      open.at(-1)?.children.push(element);
      open.push(element);
    },
    text: (text) => {
      const element = open.at(-1);
      if (element) element.text += text;
    },
    close: () => void open.pop(),
  });
  return root.children[0] ?? root;
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
