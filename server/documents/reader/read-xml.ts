import { SaxesParser } from 'saxes';
import { ReadingError } from './reading-error.ts';

export type XmlReader = {
  /** Names with their prefix, as `a:t`. */
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
};

/** Deeper XML is no document that an Office program wrote. */
const MAX_DEPTH = 1000;

/** Reads XML as a stream of tags. @throws {ReadingError} `document-unreadable` for XML that is not well-formed */
export function readXml(xml: string, { open, close, text }: XmlReader): void {
  const parser = new SaxesParser();
  let depth = 0;
  parser.on('error', (error) => {
    throw new ReadingError('document-unreadable', `its XML is damaged: ${error.message}`, { cause: error });
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > MAX_DEPTH) throw new ReadingError('document-refused', `its XML is more than ${MAX_DEPTH} levels deep`);
    open?.(name, attributes as Record<string, string>);
  });
  parser.on('closetag', ({ name }) => {
    depth--;
    close?.(name);
  });
  parser.on('text', (content) => text?.(content));
  parser.on('cdata', (content) => text?.(content));
  parser.write(xml).close();
}
