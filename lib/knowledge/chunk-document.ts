import type { Chunk, ChunkPage } from './chunk.ts';
import { type Block, readBlocks } from './read-blocks.ts';
import { splitSentences } from './split-sentences.ts';

/** How much longer than other chunks a table or a listing may be before it is cut between its lines. */
const WHOLE_FACTOR = 4;
/** A heading is context, not content. */
const MAX_HEADING_CHARS = 300;
const BETWEEN_HEADINGS = ' › ';
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
/** Of the text that decides how dense a page is. */
const SAMPLE_CHARS = 2000;

type Piece = { readonly kind: 'text' | 'table' | 'code'; readonly text: string; readonly start: number };

/**
 * Cuts a document by its structure: never across a heading or a page; paragraphs together up to
 * `maxChars`, tables and listings whole where they are not much longer, long paragraphs between
 * sentences.
 * @param options `maxChars`: of English; Chinese says as much in half as many characters
 */
export function* chunkDocument(pages: Iterable<ChunkPage>, { maxChars }: { readonly maxChars: number }): Generator<Chunk> {
  const headings: { level: number; text: string }[] = [];
  let section = -1;
  for (const { number: page, title, text } of pages) {
    const limit = isDense(text) ? Math.ceil(maxChars / 2) : maxChars;
    section++;
    let pieces: Piece[] = [];
    const flush = function* (): Generator<Chunk> {
      const above = [...(title === '' ? [] : [title]), ...headings.map((heading) => heading.text)];
      const heading = above.join(BETWEEN_HEADINGS).slice(-MAX_HEADING_CHARS).toWellFormed();
      for (const piece of joinPieces(pieces, limit)) yield { ...piece, heading, section, page };
      pieces = [];
    };
    for (const block of readBlocks(text)) {
      if (block.kind !== 'heading') {
        pieces.push(...piecesOf(block, limit));
        continue;
      }
      yield* flush();
      section++;
      while ((headings.at(-1)?.level ?? 0) >= block.level) headings.pop();
      if (block.text !== '') headings.push({ level: block.level, text: block.text });
    }
    yield* flush();
  }
}

/** Whether half of its beginning is written without spaces between words. */
function isDense(text: string): boolean {
  const sample = text.slice(0, SAMPLE_CHARS);
  return (sample.match(CJK)?.length ?? 0) > sample.replaceAll(/\s/g, '').length / 2;
}

function piecesOf(block: Exclude<Block, { kind: 'heading' }>, limit: number): Piece[] {
  const { kind, text, start } = block;
  if (kind === 'text') return splitSentences(text, limit).map((part) => ({ kind, text: part.text, start: start + part.start }));
  if (text.length <= limit * WHOLE_FACTOR) return [{ kind, text, start }];
  return cutLines(text, limit, kind === 'table').map((part) => ({ kind, text: part.text, start: start + part.start }));
}

/** Lines together up to the limit. Each part of a table begins with its header. */
function cutLines(text: string, limit: number, isTable: boolean): { text: string; start: number }[] {
  const lines = text.split('\n');
  const header = isTable && /^[\s|:-]+$/.test(lines[1] ?? '') ? `${lines[0]}\n${lines[1]}\n` : '';
  const parts: { text: string; start: number }[] = [];
  let part = '';
  let partStart = header.length;
  let at = partStart;
  const close = () => {
    if (part.trim() !== '') parts.push({ text: header + part.trimEnd(), start: partStart });
    part = '';
    partStart = at;
  };
  for (const line of lines.slice(header === '' ? 0 : 2)) {
    if (part.length + line.length > limit) close();
    // A single line may be longer than everything that a chunk can hold.
    for (const { text: cut } of line.length > limit * WHOLE_FACTOR ? splitSentences(line, limit) : [{ text: line }]) {
      if (part.length + cut.length > limit) close();
      part += `${cut}\n`;
    }
    at += line.length + 1;
  }
  close();
  return parts;
}

/** Neighbouring texts together up to the limit; a short text before a table or listing stays with it. */
function* joinPieces(pieces: readonly Piece[], limit: number): Generator<Piece> {
  let open: Piece | undefined;
  for (const piece of pieces) {
    const isIntroduction = open?.kind === 'text' && piece.kind !== 'text' && open.text.length <= limit / 4;
    const fits = open !== undefined && open.text.length + piece.text.length + 2 <= limit;
    const mayJoin = open !== undefined && ((open.kind === piece.kind && piece.kind === 'text' && fits) || isIntroduction);
    if (open && mayJoin) {
      open = { kind: piece.kind, text: `${open.text}\n\n${piece.text}`, start: open.start };
      continue;
    }
    if (open) yield open;
    open = piece;
  }
  if (open) yield open;
}
