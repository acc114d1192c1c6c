import { readXml } from '../read-xml.ts';
import { type DocumentInput, metadataOf, readSidePart } from './document-input.ts';

const FACTS: Readonly<Record<string, string>> = {
  'dc:title': 'title',
  'dc:creator': 'author',
  'dc:subject': 'subject',
  'dc:description': 'description',
  'dc:language': 'language',
  'cp:keywords': 'keywords',
  'dcterms:created': 'createdAt',
  'dcterms:modified': 'changedAt',
};

/** What an Office document says about itself. */
export async function officeMetadata(
  input: DocumentInput,
  more: Readonly<Record<string, number>> = {},
): Promise<Record<string, string | number>> {
  const path = 'docProps/core.xml';
  const core = await input.zip?.read(path);
  const facts: Record<string, string> = {};
  let fact: string | undefined;
  const reader = {
    open: (name: string) => {
      fact = FACTS[name];
    },
    text: (text: string) => {
      if (fact !== undefined) facts[fact] = (facts[fact] ?? '') + text;
    },
    close: () => {
      fact = undefined;
    },
  };
  if (core) await readSidePart(input, { path, place: '' }, () => readXml(core.toString('utf8'), reader));
  return metadataOf({ ...facts, ...more });
}
