import { decodeEntities } from './entities.ts';

/** What is told of a page, in its order. Nothing is balanced: pages leave out and misplace tags. */
export type HtmlReader = {
  /** Names are in small letters. */
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  close(name: string): void;
  /** Character references are replaced. */
  text(text: string): void;
};

/** Their content is no markup and ends at their own end tag alone; of the second kind it is text that is shown. */
const RAW_ELEMENTS = new Set(['script', 'style', 'xmp', 'iframe', 'noembed', 'noframes']);
const TEXT_ELEMENTS = new Set(['title', 'textarea']);

const NAME = /[a-zA-Z][^\s/>]*/y;
const SPACE = /[\s/]*/y;
const ATTRIBUTE = /[^\s/>=][^\s/>=]*/y;
const EQUALS = /\s*=\s*/y;
const VALUE = /"([^"]*)"|'([^']*)'|([^\s>]+)/y;

/** Reads any text as HTML, as far as that can be done without a tree, in time proportional to its length. Never throws. */
export function readHtml(html: string, reader: HtmlReader): void {
  let at = 0;
  while (at < html.length) {
    const tag = html.indexOf('<', at);
    if (tag > at || tag < 0) reader.text(decodeEntities(html.slice(at, tag < 0 ? html.length : tag)));
    if (tag < 0) return;
    at = readTag(html, tag, reader);
  }
}

/** @returns where what follows begins */
function readTag(html: string, tag: number, reader: HtmlReader): number {
  if (html.startsWith('<!--', tag)) return after(html, '-->', tag + 4);
  const isEnd = html[tag + 1] === '/';
  const name = match(NAME, html, tag + (isEnd ? 2 : 1))?.[0].toLowerCase();
  if (name === undefined) {
    if (/[!?/]/.test(html[tag + 1] ?? '')) return after(html, '>', tag);
    reader.text('<');
    return tag + 1;
  }
  const { attributes, end } = readAttributes(html, NAME.lastIndex);
  if (isEnd) {
    reader.close(name);
    return end;
  }
  reader.open(name, attributes);
  if (!RAW_ELEMENTS.has(name) && !TEXT_ELEMENTS.has(name)) return end;
  const closing = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  closing.lastIndex = end;
  const close = closing.exec(html)?.index ?? html.length;
  if (TEXT_ELEMENTS.has(name)) reader.text(decodeEntities(html.slice(end, close)));
  return close;
}

function readAttributes(html: string, from: number): { attributes: Map<string, string>; end: number } {
  const attributes = new Map<string, string>();
  for (let at = from; ; ) {
    match(SPACE, html, at);
    at = SPACE.lastIndex;
    if (at >= html.length) return { attributes, end: at };
    if (html[at] === '>') return { attributes, end: at + 1 };
    const name = match(ATTRIBUTE, html, at)?.[0].toLowerCase();
    // A stray `=`.
    if (name === undefined) {
      at++;
      continue;
    }
    at = ATTRIBUTE.lastIndex;
    let value = '';
    if (match(EQUALS, html, at)) {
      at = EQUALS.lastIndex;
      const found = match(VALUE, html, at);
      value = found?.[1] ?? found?.[2] ?? found?.[3] ?? '';
      if (found) at = VALUE.lastIndex;
    }
    if (!attributes.has(name)) attributes.set(name, decodeEntities(value));
  }
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function after(html: string, end: string, from: number): number {
  const found = html.indexOf(end, from);
  return found < 0 ? html.length : found + end.length;
}
