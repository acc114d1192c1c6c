const OPENING = '<!DOCTYPE';

/**
 * XML without its document type, which old feeds have for the names of HTML's entities. Only before the
 * first element is it one: the same characters in a text mean nothing.
 * @throws {Error} when the document type declares something: own entities could expand to any size
 */
export function withoutDocumentType(xml: string): string {
  const start = findOpening(xml);
  if (start === -1) return xml;
  const end = xml.indexOf('>', start);
  const declared = xml.indexOf('[', start);
  if (end === -1 || (declared !== -1 && declared < end))
    throw new Error('The document declares entities of its own, which are not read.');
  return xml.slice(0, start) + xml.slice(end + 1);
}

/** The place of the document type in the prolog; -1 without one. */
function findOpening(xml: string): number {
  let at = 0;
  for (;;) {
    const next = xml.indexOf('<', at);
    if (next === -1) return -1;
    if (xml.startsWith('<?', next)) at = afterOrEnd(xml, '?>', next);
    else if (xml.startsWith('<!--', next)) at = afterOrEnd(xml, '-->', next);
    else return xml.slice(next, next + OPENING.length).toUpperCase() === OPENING ? next : -1;
  }
}

function afterOrEnd(xml: string, closing: string, from: number): number {
  const at = xml.indexOf(closing, from);
  return at === -1 ? xml.length : at + closing.length;
}
