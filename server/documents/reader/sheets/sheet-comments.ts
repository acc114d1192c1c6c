import { type DocumentInput, fileOf, readSidePart } from '../formats/document-input.ts';
import { ofType, type Relation } from '../office-relations.ts';
import { all, find, findDeep, parseXml, type XmlElement } from '../xml-tree.ts';
import { withoutEscapes } from './shared-strings.ts';

/** Comments that are kept for programs from before 2018 have this author, and a text about that. */
const STAND_IN = /^tc=/;

/** Notes and comments of a sheet, as `Comment by Ann in B3: …`. */
export async function commentsOf(
  input: DocumentInput,
  { relations, place }: { readonly relations: ReadonlyMap<string, Relation>; readonly place: string },
): Promise<string[]> {
  const partsOf = async (type: string) => {
    const trees: XmlElement[] = [];
    for (const { path } of ofType(relations, type)) {
      const tree = await readSidePart(input, { path, place }, async () => parseXml(await fileOf(input, path)));
      if (tree) trees.push(tree);
    }
    return trees;
  };
  const threads = await partsOf('threadedComment');
  const persons = threads.length > 0 ? await personsOf(input) : new Map<string, string>();
  const notes = (await partsOf('comments')).flatMap((root) => {
    const authors = all(find(root, 'authors'), 'author').map(({ text }) => text);
    return all(find(root, 'commentList'), 'comment').flatMap((comment) => {
      const author = authors[Number(comment.attributes.authorId)] ?? '';
      if (threads.length > 0 && STAND_IN.test(author)) return [];
      return commentText(comment.attributes.ref, author, richText(find(comment, 'text')));
    });
  });
  const replies = threads.flatMap((root) =>
    root.children.flatMap((comment) => {
      const author = persons.get(comment.attributes.personId ?? '') ?? '';
      return commentText(comment.attributes.ref, author, findDeep(comment, nameIn(comment, 'text'))?.text ?? '');
    }),
  );
  return [...notes, ...replies];
}

function commentText(cell: string | undefined, author: string, text: string): string[] {
  const content = withoutEscapes(text).replaceAll(/\s+/g, ' ').trim();
  if (content === '') return [];
  return [`Comment${author === '' ? '' : ` by ${author}`}${cell === undefined ? '' : ` in ${cell}`}: ${content}`];
}

function richText(element: XmlElement | undefined): string {
  if (!element || element.name === 'rPh') return '';
  return element.name === 't' ? element.text : element.children.map(richText).join('');
}

/** The prefix of comments in threads is the file's own. */
function nameIn(element: XmlElement, local: string): string {
  return element.name.slice(0, element.name.indexOf(':') + 1) + local;
}

async function personsOf(input: DocumentInput): Promise<Map<string, string>> {
  const persons = new Map<string, string>();
  for (const name of input.zip?.names ?? []) {
    if (!/^xl\/persons\/[^/]+\.xml$/i.test(name)) continue;
    const tree = await readSidePart(input, { path: name, place: '' }, async () => parseXml(await fileOf(input, name)));
    for (const { attributes } of tree?.children ?? [])
      if (attributes.id !== undefined) persons.set(attributes.id, attributes.displayName ?? '');
  }
  return persons;
}
