import { type DocumentInput, fileOf, readSidePart } from '../formats/document-input.ts';
import { ofType, type Relation } from '../office-relations.ts';
import { parseXml, type XmlElement } from '../xml-tree.ts';

/** Authors of comments, before and since 2021. */
const AUTHORS = /^ppt\/(commentAuthors|authors)\.xml$/i;
const COMMENT = /^(cm|reply)$/;

/** Comments on a slide and the replies to them, as `Comment by Ann: …`. */
export async function commentsOf(
  input: DocumentInput,
  { relations, place }: { readonly relations: ReadonlyMap<string, Relation>; readonly place: string },
): Promise<string[]> {
  const parts = ofType(relations, 'comments');
  if (parts.length === 0) return [];
  const authors = await authorsOf(input);
  const texts: string[] = [];
  for (const { path } of parts)
    await readSidePart(input, { path, place }, async () => addComments(parseXml(await fileOf(input, path)), { authors, texts }));
  return texts;
}

async function authorsOf(input: DocumentInput): Promise<Map<string, string>> {
  const authors = new Map<string, string>();
  for (const name of input.zip?.names ?? []) {
    if (!AUTHORS.test(name)) continue;
    const tree = await readSidePart(input, { path: name, place: '' }, async () => parseXml(await fileOf(input, name)));
    for (const { attributes } of tree?.children ?? [])
      if (attributes.id !== undefined) authors.set(attributes.id, attributes.name ?? '');
  }
  return authors;
}

function addComments(element: XmlElement, found: { authors: ReadonlyMap<string, string>; texts: string[] }): void {
  if (COMMENT.test(localName(element))) {
    const author = found.authors.get(element.attributes.authorId ?? '') ?? '';
    const text = ownText(element).replaceAll(/\s+/g, ' ').trim();
    if (text !== '') found.texts.push(`Comment${author === '' ? '' : ` by ${author}`}: ${text}`);
  }
  for (const child of element.children) addComments(child, found);
}

/** Without that of the replies to it. */
function ownText(element: XmlElement): string {
  if (localName(element) === 'replyLst') return '';
  const inner = element.children.map(ownText).join('');
  return localName(element) === 'p' ? `${inner} ` : element.text.trim() === '' ? inner : element.text + inner;
}

/** Prefixes of later formats are the file's own. */
function localName({ name }: XmlElement): string {
  return name.slice(name.indexOf(':') + 1);
}
