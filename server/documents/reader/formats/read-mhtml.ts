import type { ReadFormat } from './document-input.ts';
import { parseMail } from './parse-mail.ts';
import { readPage } from './read-page.ts';

/** Pages that a browser or Word saved with their pictures in one file. */
export const readMhtml: ReadFormat = async (input) => {
  const { html, text, subject } = await parseMail(input);
  if (html === undefined) return { text: input.budget.text(text ?? ''), pages: [], tables: [], metadata: {} };
  const page = readPage(html, input);
  return { ...page, metadata: { ...(subject !== undefined && { title: subject }), ...page.metadata } };
};
