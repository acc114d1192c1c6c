import { selectAll } from 'css-select';
import { parse, serialize } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { pageText } from '#lib/html/page-text.ts';
import { decodeBytes } from '../decode-bytes.ts';
import { tablesOfHtml, textOfHtml } from '../html-parts.ts';
import { ReadingError } from '../reading-error.ts';
import { metadataOf, type ReadFormat } from './document-input.ts';

const HEAD_BYTES = 2000;

/** A page: its main content, or the elements that a selector names. */
export const readHtmlFile: ReadFormat = ({ bytes, format, selector, budget }) => {
  const [, declared] = /<meta[^>]{0,200}charset=["']?([\w-]{1,40})/i.exec(bytes.subarray(0, HEAD_BYTES).toString('latin1')) ?? [];
  const html = decodeBytes(bytes, declared);
  if (html === undefined) throw new ReadingError('document-refused', 'its name says html and its content is no text');
  const part = selector === undefined ? html : selected(html, selector);
  const { title, text } =
    selector === undefined
      ? pageText(html, { format, baseUrl: 'file:///' })
      : { ...textOfHtml(part, format), title: textOfHtml(html, 'text').title };
  const tables = tablesOfHtml(part).map((rows) => ({ page: null, title: '', rows: rows.map((row) => budget.row(row)) }));
  return { text: budget.text(text), pages: [], tables, metadata: metadataOf({ title }) };
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
