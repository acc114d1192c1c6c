import { findAlignedTables, mayHaveTables } from './aligned-tables.ts';
import type { Rules } from './read-rules.ts';
import { findRuledTables } from './ruled-tables.ts';
import { type FoundTable, linesOf, type TextPiece } from './text-piece.ts';

/** A table, or text between tables, in the order of the file. */
export type PageBlock = { readonly lines: readonly string[] } | { readonly rows: readonly (readonly string[])[] };

/**
 * The text of a page with its tables, those with lines around their cells and those without.
 * @param rules are read only where the texts of a page are placed as those of a table
 */
export async function readPageBlocks(pieces: readonly TextPiece[], rules: () => Promise<Rules>): Promise<PageBlock[]> {
  if (!mayHaveTables(pieces)) return [{ lines: linesOf(pieces) }];
  const ruled = findRuledTables(pieces, await rules());
  const inRuled = new Set(ruled.flatMap((table) => [...table.pieces]));
  const aligned = findAlignedTables(pieces.filter((piece) => !inRuled.has(piece)));
  const tableOf = new Map<TextPiece, FoundTable>();
  for (const table of [...ruled, ...aligned]) for (const piece of table.pieces) tableOf.set(piece, table);
  const blocks: PageBlock[] = [];
  const written = new Set<FoundTable>();
  let text: TextPiece[] = [];
  const close = () => {
    const lines = linesOf(text);
    if (lines.length > 0) blocks.push({ lines });
    text = [];
  };
  for (const piece of pieces) {
    const table = tableOf.get(piece);
    if (!table) text.push(piece);
    else if (!written.has(table)) {
      close();
      blocks.push({ rows: table.rows });
      written.add(table);
    }
  }
  close();
  return blocks;
}
