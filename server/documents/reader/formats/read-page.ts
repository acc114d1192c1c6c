import { selectAll } from 'css-select';
import { parse, serialize } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { pageText } from '#lib/html/page-text.ts';
import { tablesOfHtml, textOfHtml, warnAboutSkipped } from '../html-parts.ts';
import { ReadingError } from '../reading-error.ts';
import { type DocumentInput, metadataOf } from './document-input.ts';

/** A page of the web: its main content, or the elements that a selector names. */
export function readPage(html: string, input: DocumentInput) {
  const { format, selector, budget, warnings } = input;
  if (selector !== undefined) {
    const part = selected(html, selector);
    const { text } = textOfHtml(part, format);
    const { title } = textOfHtml(html, 'text');
    return { text: budget.text(text), pages: [], tables: tablesOfHtml(part, input), metadata: metadataOf({ title }) };
  }
  const { title, text, skipped } = pageText(html, { format, baseUrl: 'file:///' });
  warnAboutSkipped(skipped, warnings);
  return { text: budget.text(text), pages: [], tables: tablesOfHtml(html, input), metadata: metadataOf({ title }) };
}

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
