import { readXml } from '../read-xml.ts';
import { type DocumentInput, metadataOf } from './document-input.ts';

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
  { zip }: DocumentInput,
  more: Readonly<Record<string, number>> = {},
): Promise<Record<string, string | number>> {
  const core = await zip?.read('docProps/core.xml');
  const facts: Record<string, string> = {};
  let fact: string | undefined;
  if (core) {
    readXml(core.toString('utf8'), {
      open: (name) => {
        fact = FACTS[name];
      },
      text: (text) => {
        if (fact !== undefined) facts[fact] = (facts[fact] ?? '') + text;
      },
      close: () => {
        fact = undefined;
      },
    });
  }
  return metadataOf({ ...facts, ...more });
}
