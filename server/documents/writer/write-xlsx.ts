import type { WorkbookSheet } from '#lib/ports/document-writer.ts';
import { textWidth } from '#lib/slides/measure-text.ts';

const WIDEST = 60;
const NARROWEST = 8;
/** Rows that decide how wide a column is. */
const MEASURED_ROWS = 200;
/** Of a digit in the default font, in the unit of `textWidth`. */
const DIGIT = 0.556;

/** Sheets as an Excel workbook; the first row of each is its heading and stays in sight. No text is a formula. */
export async function writeXlsx(sheets: readonly WorkbookSheet[]): Promise<Uint8Array> {
  const { default: writeExcelFile } = await import('write-excel-file/node');
  const made = writeExcelFile(
    sheets.map(({ name, rows }) => ({
      sheet: name,
      columns: columnWidths(rows).map((width) => ({ width })),
      stickyRowsCount: 1,
      data: rows.map((row, index) =>
        row.map((value) => {
          if (value === null) return null;
          const type = { string: String, number: Number, boolean: Boolean }[typeof value as 'string' | 'number' | 'boolean'];
          return { value, type, ...(index === 0 && { fontWeight: 'bold', backgroundColor: '#EEF2F5' }) };
        }),
      ),
      // Its types know no cell without a value and no type chosen by one.
    })) as never,
  );
  return new Uint8Array(await (made as unknown as { toBuffer(): Promise<Buffer> }).toBuffer());
}

function columnWidths(rows: WorkbookSheet['rows']): number[] {
  const measured = rows.slice(0, MEASURED_ROWS);
  const count = measured.reduce((most, row) => Math.max(most, row.length), 0);
  return Array.from({ length: count }, (_, column) => {
    const widest = Math.max(...measured.map((row) => textWidth(String(row[column] ?? '').slice(0, 200), { size: 1 }) / DIGIT));
    return Math.min(WIDEST, Math.max(NARROWEST, Math.ceil(widest) + 2));
  });
}
