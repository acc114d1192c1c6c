import type { Address, Email } from 'postal-mime';
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
    from: mail.from && addressText(mail.from),
    to: mail.to?.map(addressText).join(', '),
    cc: mail.cc?.map(addressText).join(', '),
    date: mail.date,
    attachments: mail.attachments.map(({ filename }) => filename ?? 'without a name').join(', '),
  };
  const metadata = metadataOf(facts);
  const head = Object.entries(metadata).map(([name, value]) => `${name}: ${value}`);
  const text = budget.text(`${head.join('\n')}\n\n${body.trim()}`);
  warnAboutAttachments(mail, warnings);
  const damaged = text.split('\ufffd').length - 1;
  if (damaged > 0) warnings.add('characters-damaged', { count: damaged });
  return { text, pages: [], tables: tablesOfHtml(mail.html ?? '', input), metadata };
};

function bodyOf({ html, text }: Email, { format, warnings }: DocumentInput): string {
  if (html === undefined || (format === 'text' && text !== undefined)) return text ?? '';
  const page = textOfHtml(html, format);
  warnAboutSkipped(page.skipped, warnings);
  return page.text;
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
