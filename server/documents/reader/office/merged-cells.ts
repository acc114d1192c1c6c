import { CellCount } from '../budget.ts';

/** A cell of a table of slides. */
export type MergedCell = {
  readonly texts: string[];
  /** It reaches over so many columns and rows. */
  readonly columns: number;
  readonly rows: number;
  /** Another cell covers it, and what it holds is not shown. */
  readonly isCovered: boolean;
};

const MAX_SPAN = 1000;

/**
 * Rows of texts in which each cell is in its column: what a merged cell covers is empty.
 * @param columns of the table. Rows with fewer cells omit the covered ones, as some programs write them
 */
export function rowsOfMerged(rows: readonly (readonly MergedCell[])[], columns: number): string[][] {
  /** For each column, how many of the next rows are covered from above. */
  const covered: number[] = [];
  const count = new CellCount();
  return rows.map((cells) => {
    count.add(Math.max(columns, cells.length));
    const texts: string[] = [];
    const isWhole = cells.length >= columns;
    for (const cell of cells) {
      while (!isWhole && (covered[texts.length] ?? 0) > 0) addCovered(texts, covered);
      const width = Math.max(1, Math.min(MAX_SPAN, columns - texts.length, cell.columns || 1));
      const below = Math.max(0, (cell.rows || 1) - 1);
      for (let column = 0; column < width; column++) covered[texts.length + column] = below;
      texts.push(cell.isCovered ? '' : cell.texts.join('\n'));
      if (!isWhole) for (let column = 1; column < width; column++) texts.push('');
    }
    while (!isWhole && texts.length < columns && (covered[texts.length] ?? 0) > 0) addCovered(texts, covered);
    return texts;
  });
}

function addCovered(texts: string[], covered: number[]): void {
  covered[texts.length] = (covered[texts.length] ?? 1) - 1;
  texts.push('');
}
