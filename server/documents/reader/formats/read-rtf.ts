import { tablesOfHtml, textOfHtml } from '../html-parts.ts';
import { rtfToHtml } from '../rtf/rtf-to-html.ts';
import { metadataOf, type ReadFormat } from './document-input.ts';

/** Rich text, as old word processors and exports write it, often under the name of a Word document. */
export const readRtf: ReadFormat = (input) => {
  const { html, facts } = rtfToHtml(input.bytes.toString('latin1'), input.warnings);
  return {
    text: input.budget.text(textOfHtml(html, input.format).text),
    pages: [],
    tables: tablesOfHtml(html, input),
    metadata: metadataOf(facts),
  };
};
