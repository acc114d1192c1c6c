import type { OpenZip } from './open-zip.ts';
import { readXml } from './read-xml.ts';
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
  const xml = await zip?.read(relationsFile(part));
  const all = xml ? readRelations(xml.toString('utf8'), part) : new Map<string, Relation>();
  return new Map([...all].filter(([, { isExternal }]) => !isExternal));
}

export function readRelations(xml: string, part: string): Map<string, Relation> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const relations = new Map<string, Relation>();
  readXml(xml, {
    open(tag, { Id, Target, Type = '', TargetMode }) {
      if (tag !== 'Relationship' || Id === undefined || Target === undefined) return;
      const isExternal = TargetMode === 'External';
      const path = isExternal ? Target : new URL(Target, `zip:///${folder}`).pathname.slice(1);
      relations.set(Id, { path, type: Type, isExternal });
    },
  });
  return relations;
}

/** The slides of a presentation in its order, which is not that of their names. */
export async function slideNames(zip: Archive): Promise<string[]> {
  const presentation = 'ppt/presentation.xml';
  const [targets, xml] = [await relationsOf(zip, presentation), await zip?.read(presentation)];
  if (!xml) throw new ReadingError('document-unreadable', `the file ${presentation} is missing in it`);
  const ids: string[] = [];
  readXml(xml.toString('utf8'), {
    open: (name, attributes) => {
      if (name === 'p:sldId' && attributes['r:id'] !== undefined) ids.push(attributes['r:id']);
    },
  });
  return ids.flatMap((id) => targets.get(id)?.path ?? []);
}
