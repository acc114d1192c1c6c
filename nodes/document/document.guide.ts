import { defineNodeGuide } from '#lib/node-kit/define-node-guide.ts';
import documentNode from './document.node.ts';

export default defineNodeGuide(documentNode, {
  examples: [
    {
      title: 'A file input',
      config: { file: '{{start.report}}', as: 'markdown' },
      scope: { start: { report: { name: 'a.md', text: '# Tea\n\nGreen or black?' } } },
      fires: { out: { text: '# Tea\n\nGreen or black?', pages: [], tables: [], metadata: {}, warnings: [], isCut: false } },
    },
    {
      title: 'Rows of a table',
      config: { file: { name: 'shops.csv', text: 'city,tables\nLima,8' }, as: 'tables' },
      fires: {
        out: {
          text: '',
          pages: [],
          tables: [
            {
              file: 'shops.csv',
              page: null,
              title: '',
              rows: [
                ['city', 'tables'],
                ['Lima', '8'],
              ],
            },
          ],
          metadata: { rows: 2 },
          warnings: [],
          isCut: false,
        },
      },
    },
  ],
  docs: `Returns \`{ text, pages, tables, metadata, warnings, isCut }\`. It reads PDF, docx, xlsx, csv, pptx, html, mhtml, eml, epub, rtf, Markdown and text. **Read as** decides what
is filled: \`text\` and \`markdown\` write all of it to \`text\`; \`pages\` writes each page, slide, sheet or chapter to \`pages\`; \`tables\` writes the rows of tables to
\`tables\`. Tables of PDF files are found by the lines around their cells or by the places of their texts. Scanned pages without a text layer have no text.
Values of PDF forms are read where they are on the page, and notes after it. Pages, lists, rich text and XML workbooks under the name of an old Office
file (\`.doc\`, \`.xls\`) are read by their content. A merged cell leaves empty cells in the places that it covers.
Texts, lists and pages are read in the charset that they declare, else as UTF-8, else in one that fits, which \`metadata.guessedCharset\` names. The
delimiter of a list is the one under which its rows look most like a table.

Of Word documents the results of fields, formulas in one line (\`x^2\`), content controls, text boxes, notes, comments, headers and footers are read, and
inserted text of tracked changes; charts become tables and diagrams lists. A merged cell has its text in the first of its rows and columns: the others are
empty, so that each cell of a row is below the head of its column.

Cells of sheets are exact: dates are \`2026-11-29\`, times \`18:00\`, durations \`36:00\`; numbers keep the leading zeros, shares (\`25.6%\`), currencies and
units of their format, but not its rounding and thousands; errors are \`#DIV/0!\`. Charts are tables; comments and texts of shapes follow the rows. Slides are read with their diagrams, charts, notes, comments and descriptions of pictures.

What a document holds and is not read here is listed in \`warnings\`, each with its \`file\`, a \`code\`, the \`place\`, a \`count\` and a \`message\`: pictures,
pages without text, parts that are damaged or cannot be decoded, a charset that was guessed, a document without any text. An empty list means that all text
was read.

A file is a start input, a file that another node wrote, the path of a workspace file, or a list of them. With several files each text has its name
as a heading, and pages and tables name their \`file\`.

Documents are read in a process of their own, with bounded memory and time and without network. Files with macros or passwords, zip bombs, and
files whose content contradicts their name are refused with the reason: connect the **error** port to handle that.`,
});
