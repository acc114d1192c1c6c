import PostalMime, { type Address } from 'postal-mime';
import { tablesOfHtml, textOfHtml } from '../html-parts.ts';
import { ReadingError } from '../reading-error.ts';
import { metadataOf, type ReadFormat } from './document-input.ts';

const MAX_NESTING = 50;
const MAX_HEADERS_BYTES = 1_000_000;

/** Mails: the text with the headers that people read before it. Attachments are named and not read. */
export const readEml: ReadFormat = async ({ bytes, format, budget, warnings }) => {
  const mail = await parse(bytes);
  const body =
    mail.html === undefined || (format === 'text' && mail.text !== undefined)
      ? (mail.text ?? '')
      : textOfHtml(mail.html, format).text;
  const facts = {
    subject: mail.subject,
    from: mail.from && addressText(mail.from),
    to: mail.to?.map(addressText).join(', '),
    cc: mail.cc?.map(addressText).join(', '),
    date: mail.date,
    attachments: mail.attachments.map(({ filename }) => filename ?? 'without a name').join(', '),
  };
  const metadata = metadataOf(facts);
  const head = Object.entries(metadata).map(([name, value]) => `${name}: ${value}`);
  const tables = tablesOfHtml(mail.html ?? '', { budget, warnings });
  return { text: budget.text(`${head.join('\n')}\n\n${body.trim()}`), pages: [], tables, metadata };
};

async function parse(bytes: Buffer) {
  try {
    return await PostalMime.parse(bytes, { maxNestingDepth: MAX_NESTING, maxHeadersSize: MAX_HEADERS_BYTES });
  } catch (cause) {
    throw new ReadingError('document-unreadable', (cause as Error).message, { cause });
  }
}

function addressText(address: Address): string {
  if (address.group) return `${address.name}: ${address.group.map(addressText).join(', ')}`;
  return address.name === '' ? (address.address ?? '') : `${address.name} <${address.address}>`;
}
