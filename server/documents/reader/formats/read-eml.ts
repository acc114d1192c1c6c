import { type Address, addressParser, type Email } from 'postal-mime';
import { tablesOfHtml, textOfHtml, warnAboutSkipped } from '../html-parts.ts';
import type { Warnings } from '../warnings.ts';
import { type DocumentInput, metadataOf, type ReadFormat } from './document-input.ts';
import { parseMail } from './parse-mail.ts';

/** Mails: the text with the headers that people read before it. Attachments are named and not read. */
export const readEml: ReadFormat = async (input) => {
  const { budget, warnings } = input;
  const mail = await parseMail(input);
  const body = bodyOf(mail, input);
  const facts = {
    subject: mail.subject,
    from: senders(mail),
    to: mail.to?.map(addressText).join(', '),
    cc: mail.cc?.map(addressText).join(', '),
    date: mail.date,
    attachments: mail.attachments.map(({ filename }) => filename ?? 'without a name').join(', '),
  };
  const metadata = metadataOf(facts);
  const head = Object.entries(metadata).map(([name, value]) => `${name}: ${value}`);
  const text = budget.text(`${head.join('\n')}\n\n${body.trim()}`);
  warnAboutAttachments(mail, warnings);
  return { text, pages: [], tables: tablesOfHtml(mail.html ?? '', input), metadata };
};

function bodyOf({ html, text }: Email, { format, warnings }: DocumentInput): string {
  if (html === undefined) return text ?? '';
  const page = textOfHtml(html, format);
  if (text !== undefined && isRicher(text, page.text, format)) return text;
  warnAboutSkipped(page.skipped, warnings);
  return page.text;
}

/**
 * Both are versions of one text, and some programs write no more than a notice into one of them. As Markdown the page
 * says more with the same words.
 */
function isRicher(text: string, page: string, format: DocumentInput['format']): boolean {
  const [inText, inPage] = [differentWords(text), differentWords(page)];
  return format === 'text' ? inText >= inPage : inText > 2 * inPage;
}

function differentWords(text: string): number {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu)).size;
}

/** A mail may have several. */
function senders({ headers }: Email): string {
  const written = headers.find(({ key }) => key === 'from')?.value ?? '';
  return addressParser(written).map(addressText).join(', ');
}

function warnAboutAttachments({ attachments }: Email, warnings: Warnings): void {
  for (const { filename, mimeType, related } of attachments) {
    if (related && mimeType.startsWith('image/')) warnings.add('pictures-not-read');
    else warnings.add('attachments-not-read', { detail: filename ?? mimeType });
  }
}

function addressText(address: Address): string {
  if (address.group) return `${address.name}: ${address.group.map(addressText).join(', ')}`;
  return address.name === '' ? (address.address ?? '') : `${address.name} <${address.address}>`;
}
