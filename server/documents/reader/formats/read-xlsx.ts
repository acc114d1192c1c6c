import { markdownTable, plainTable } from '../markdown-table.ts';
import { readWorkbook, type Sheet } from '../sheets/read-workbook.ts';
import type { DocumentInput, ReadFormat } from './document-input.ts';
import { officeMetadata } from './office-metadata.ts';

/**
 * Workbooks: each sheet is a page and a table, followed by its charts as tables and by texts of
 * shapes and comments. Merged cells have their value in the first of them. Formulas are read as their last results.
 */
export const readXlsx: ReadFormat = async (input) => {
  const { format, budget } = input;
  const sheets = (await readWorkbook(input)).map(({ rows, charts, texts, title }) => ({
    title,
    rows: rows.map((row) => budget.row(row)),
    charts: charts.map((chart) => ({ ...chart, rows: chart.rows.map((row) => budget.row(row)) })),
    texts: texts.map((text) => budget.text(text)),
  }));
  const pages = sheets.map((sheet, index) => ({ number: index + 1, title: sheet.title, text: textOf(sheet, format) }));
  const text = pages.map((page) => `${format === 'markdown' ? '## ' : ''}${page.title}\n\n${page.text}`).join('\n\n');
  const tables = sheets.flatMap(({ title, rows, charts }, index) =>
    [{ title, rows }, ...charts]
      .filter((table) => table.rows.length > 0)
      .map((table) => ({ page: index + 1, title: table.title, rows: table.rows })),
  );
  return { text, pages, tables, metadata: await officeMetadata(input, { sheets: sheets.length }) };
};

type ReadSheet = Omit<Sheet, 'rows'> & { readonly rows: readonly (readonly string[])[] };

function textOf({ rows, charts, texts }: ReadSheet, format: DocumentInput['format']): string {
  const write = format === 'markdown' ? markdownTable : plainTable;
  const parts = [write(rows), ...charts.flatMap((chart) => [chart.title, ...chart.texts, write(chart.rows)]), ...texts];
  return parts.filter((part) => part !== '').join('\n\n');
}
