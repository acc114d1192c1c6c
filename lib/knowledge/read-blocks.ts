import { trimChars } from '../text/trim-chars.ts';

/** A heading, or text that belongs together: a paragraph with its list, a whole table, a whole listing. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string; readonly start: number }
  | { readonly kind: 'text' | 'table' | 'code'; readonly text: string; readonly start: number };

const HEADING = /^ {0,3}(#{1,6})[ \t]/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const TABLE_ROW = /^ {0,3}\|/;

/** The blocks of a Markdown text, in order. */
export function* readBlocks(text: string): Generator<Block> {
  let open: { kind: 'text' | 'table' | 'code'; start: number; end: number; fence?: string } | undefined;
  const close = (): Block[] => {
    if (!open) return [];
    const { kind, start, end } = open;
    open = undefined;
    const block = text.slice(start, end).trimEnd();
    return block.trim() === '' ? [] : [{ kind, text: block, start }];
  };
  for (const { line, start, end } of linesOf(text)) {
    if (open?.fence !== undefined) {
      open.end = end;
      if (line.trim().startsWith(open.fence) && line.trim().replaceAll(open.fence.charAt(0), '') === '') yield* close();
      continue;
    }
    const fence = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      yield* close();
      open = { kind: 'code', start, end, fence };
      continue;
    }
    const heading = HEADING.exec(line);
    if (heading) {
      yield* close();
      const title = trimChars(line.slice(heading[0].length).trim(), '#').trim();
      yield { kind: 'heading', level: heading[1]?.length ?? 1, text: title, start };
      continue;
    }
    if (line.trim() === '') {
      yield* close();
      continue;
    }
    const kind = TABLE_ROW.test(line) ? 'table' : 'text';
    if (open && open.kind !== kind) yield* close();
    open ??= { kind, start, end };
    open.end = end;
  }
  yield* close();
}

function* linesOf(text: string): Generator<{ line: string; start: number; end: number }> {
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    yield { line: text.slice(start, end).replace(/\r$/, ''), start, end };
    start = end + 1;
  }
}
