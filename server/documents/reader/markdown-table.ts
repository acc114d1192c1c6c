/** Rows as a table of Markdown; the first one is its head. Empty for no rows. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  if (width === 0) return '';
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, index) => cellText(cells[index] ?? '')).join(' | ')} |`;
  const [head = [], ...rest] = rows;
  return [line(head), `|${' --- |'.repeat(width)}`, ...rest.map(line)].join('\n');
}

/** Rows as lines with tabs between their cells. */
export function plainTable(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map((cell) => cell.replaceAll(/[\t\r\n]+/g, ' ')).join('\t')).join('\n');
}

function cellText(cell: string): string {
  return cell.replaceAll(/\r?\n/g, '<br>').replaceAll('|', '\\|');
}
