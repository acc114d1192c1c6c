import { selectAll } from 'css-select';
import { parse, serialize } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { pageText } from '#lib/html/page-text.ts';
import { decodeBytes } from '../decode-bytes.ts';
import { tablesOfHtml, textOfHtml } from '../html-parts.ts';
import { ReadingError } from '../reading-error.ts';
import { metadataOf, type ReadFormat } from './document-input.ts';

/** A page: its main content, or the elements that a selector names. */
export const readHtmlFile: ReadFormat = async ({ bytes, format, selector, budget, warnings }) => {
  const decoded = await decodeBytes(bytes, { format: 'html', warnings });
  if (decoded === undefined) throw new ReadingError('document-refused', 'its name says html and its content is no text');
  const { text: html, guess } = decoded;
  const part = selector === undefined ? html : selected(html, selector);
  const { title, text } =
    selector === undefined
      ? pageText(html, { format, baseUrl: 'file:///' })
      : { ...textOfHtml(part, format), title: textOfHtml(html, 'text').title };
  const tables = tablesOfHtml(part, { budget, warnings });
  return { text: budget.text(text), pages: [], tables, metadata: { ...metadataOf({ title }), ...guess } };
};

function selected(html: string, selector: string): string {
  const document = parse(html, { treeAdapter: adapter });
  try {
    const found = selectAll(selector, document.children);
    return found
      .map(
        (element) => `<div>${serialize({ ...document, children: [element] } as typeof document, { treeAdapter: adapter })}</div>`,
      )
      .join('\n');
  } catch (cause) {
    throw new ReadingError('document-unreadable', `the selector ${selector} cannot be used: ${(cause as Error).message}`, {
      cause,
    });
  }
}
