import { readXml, type XmlReader } from './read-xml.ts';

/** The usual prefixes of Office formats, which files of other programs need not use. */
const PREFIXES: Readonly<Record<string, string>> = {
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main': 'w',
  'http://purl.oclc.org/ooxml/wordprocessingml/main': 'w',
  'http://schemas.openxmlformats.org/spreadsheetml/2006/main': '',
  'http://purl.oclc.org/ooxml/spreadsheetml/main': '',
  'http://schemas.openxmlformats.org/presentationml/2006/main': 'p',
  'http://purl.oclc.org/ooxml/presentationml/main': 'p',
  'http://schemas.openxmlformats.org/drawingml/2006/main': 'a',
  'http://purl.oclc.org/ooxml/drawingml/main': 'a',
  'http://schemas.openxmlformats.org/drawingml/2006/chart': 'c',
  'http://purl.oclc.org/ooxml/drawingml/chart': 'c',
  'http://schemas.microsoft.com/office/drawing/2014/chartex': 'cx',
  'http://schemas.openxmlformats.org/drawingml/2006/diagram': 'dgm',
  'http://purl.oclc.org/ooxml/drawingml/diagram': 'dgm',
  'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing': 'wp',
  'http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing': 'wp',
  'http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing': 'xdr',
  'http://purl.oclc.org/ooxml/drawingml/spreadsheetDrawing': 'xdr',
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships': 'r',
  'http://purl.oclc.org/ooxml/officeDocument/relationships': 'r',
  'http://schemas.openxmlformats.org/officeDocument/2006/math': 'm',
  'http://purl.oclc.org/ooxml/officeDocument/math': 'm',
  'http://schemas.openxmlformats.org/package/2006/relationships': '',
  'http://schemas.openxmlformats.org/markup-compatibility/2006': 'mc',
  'http://schemas.microsoft.com/office/word/2010/wordml': 'w14',
  'urn:schemas-microsoft-com:vml': 'v',
  'urn:schemas-microsoft-com:office:office': 'o',
  'urn:schemas-microsoft-com:office:excel': 'x',
};

/** Prefixes that differ from the usual ones in a part of the XML, from this depth on. */
type Scope = { readonly depth: number; readonly usual: ReadonlyMap<string, string> };

/**
 * Reads XML of an Office document: names have the usual prefixes, whatever the file calls them, and
 * of content in alternate forms only the first form is read, without the elements around it.
 */
export function readOfficeXml(xml: string, { open, close, text }: XmlReader): void {
  const scopes: Scope[] = [{ depth: 0, usual: new Map() }];
  const alternatives = new Alternatives();
  const names: string[] = [];
  readXml(xml, {
    open(raw, attributes) {
      const usual = declared(attributes, scopes, names.length + 1);
      const name = usual.size === 0 ? raw : renamed(raw, usual, '');
      names.push(name);
      if (alternatives.open(name)) open?.(name, usual.size === 0 ? attributes : withUsual(attributes, usual));
    },
    text(content) {
      if (!alternatives.isSkipping) text?.(content);
    },
    close() {
      if ((scopes.at(-1)?.depth ?? 0) >= names.length && scopes.length > 1) scopes.pop();
      const name = names.pop() ?? '';
      if (alternatives.close(name)) close?.(name);
    },
  });
}

/** Which elements belong to the first form of alternate content. */
class Alternatives {
  /** For each open `mc:AlternateContent`, whether one of its forms was read. */
  readonly #isRead: boolean[] = [];
  #skipped = 0;

  get isSkipping(): boolean {
    return this.#skipped > 0;
  }

  /** @returns whether the element is shown */
  open(name: string): boolean {
    if (this.#skipped > 0) {
      this.#skipped++;
      return false;
    }
    if (name === 'mc:AlternateContent') {
      this.#isRead.push(false);
      return false;
    }
    if (name !== 'mc:Choice' && name !== 'mc:Fallback') return true;
    if (this.#isRead.at(-1)) this.#skipped = 1;
    else this.#isRead[this.#isRead.length - 1] = true;
    return false;
  }

  close(name: string): boolean {
    if (this.#skipped > 0) {
      this.#skipped--;
      return false;
    }
    if (name === 'mc:AlternateContent') this.#isRead.pop();
    return name !== 'mc:AlternateContent' && name !== 'mc:Choice' && name !== 'mc:Fallback';
  }
}

function declared(attributes: Readonly<Record<string, string>>, scopes: Scope[], depth: number): ReadonlyMap<string, string> {
  const outer = scopes.at(-1)?.usual ?? new Map<string, string>();
  let usual: Map<string, string> | undefined;
  for (const name in attributes) {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
    const prefix = name.slice('xmlns:'.length);
    const known = PREFIXES[attributes[name] ?? ''];
    if (known === (usual ?? outer).get(prefix) || (known === prefix && !outer.has(prefix))) continue;
    usual ??= new Map(outer);
    if (known === undefined || known === prefix) usual.delete(prefix);
    else usual.set(prefix, known);
  }
  if (usual) scopes.push({ depth, usual });
  return usual ?? outer;
}

function withUsual(
  attributes: Readonly<Record<string, string>>,
  usual: ReadonlyMap<string, string>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [renamed(name, usual, undefined), value]));
}

/** @param none what a name without a prefix is looked up as; attributes without one are in no namespace */
function renamed(name: string, usual: ReadonlyMap<string, string>, none: string | undefined): string {
  const colon = name.indexOf(':');
  const prefix = colon < 0 ? none : name.slice(0, colon);
  const known = prefix === undefined ? undefined : usual.get(prefix);
  if (known === undefined) return name;
  const local = name.slice(colon + 1);
  return known === '' ? local : `${known}:${local}`;
}
