import type { OpenZip } from './open-zip.ts';
import { readOfficeXml } from './read-office-xml.ts';
import { ReadingError } from './reading-error.ts';

type Archive = Pick<OpenZip, 'read'> | undefined;

export type Relation = {
  /** Of the part in the archive, or an address. */
  readonly path: string;
  readonly type: string;
  readonly isExternal: boolean;
};

/** The file of an archive with the relations of one of its parts. */
export function relationsFile(part: string): string {
  const folder = part.slice(0, part.lastIndexOf('/'));
  return `${folder}/_rels/${part.slice(folder.length + 1)}.rels`;
}

/** What a part of an Office document refers to inside its archive, by id; empty when it says nothing. */
export async function relationsOf(zip: Archive, part: string): Promise<Map<string, Relation>> {
  return new Map([...(await allRelationsOf(zip, part))].filter(([, { isExternal }]) => !isExternal));
}

/** The same with addresses outside of the archive. */
export async function allRelationsOf(zip: Archive, part: string): Promise<Map<string, Relation>> {
  const xml = await zip?.read(relationsFile(part));
  return xml ? readRelations(xml.toString('utf8'), part) : new Map();
}

export function readRelations(xml: string, part: string): Map<string, Relation> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const relations = new Map<string, Relation>();
  readOfficeXml(xml, {
    open(tag, { Id, Target, Type = '', TargetMode }) {
      if (tag !== 'Relationship' || Id === undefined || Target === undefined) return;
      const isExternal = TargetMode === 'External';
      const path = isExternal ? Target : partName(Target, folder);
      relations.set(Id, { path, type: Type, isExternal });
    },
  });
  return relations;
}

/** Names of an archive are not encoded, and a relation may be. */
function partName(target: string, folder: string): string {
  const base = `zip:///${folder}`;
  const path = URL.canParse(target, base) ? new URL(target, base).pathname.slice(1) : target;
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** The part that a document begins with. @param usual its name when the archive does not say */
export async function mainPart(zip: Archive, usual: string): Promise<string> {
  const xml = await zip?.read('_rels/.rels');
  const relations = xml ? [...readRelations(xml.toString('utf8'), '').values()] : [];
  return relations.find(({ type, isExternal }) => type.endsWith('/officeDocument') && !isExternal)?.path ?? usual;
}

/** Of one type, without the namespace of its name, as `comments`. */
export function ofType(relations: ReadonlyMap<string, Relation>, type: string): Relation[] {
  return [...relations.values()].filter((one) => one.type.endsWith(`/${type}`));
}

/** The slides of a presentation in its order, which is not that of their names. */
export async function slideNames(zip: Archive): Promise<string[]> {
  const presentation = await mainPart(zip, 'ppt/presentation.xml');
  const [targets, xml] = [await relationsOf(zip, presentation), await zip?.read(presentation)];
  if (!xml) throw new ReadingError('document-unreadable', `the file ${presentation} is missing in it`);
  const ids: string[] = [];
  readOfficeXml(xml.toString('utf8'), {
    open: (name, attributes) => {
      if (name === 'p:sldId' && attributes['r:id'] !== undefined) ids.push(attributes['r:id']);
    },
  });
  return ids.flatMap((id) => targets.get(id)?.path ?? []);
}
