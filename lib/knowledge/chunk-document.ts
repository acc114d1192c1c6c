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

type Heading = {
  readonly level: number;
  readonly text: string;
  readonly start: number;
  readonly section: number;
  readonly page: number | null;
  /** Of its page. */
  readonly title: string;
  /** A chunk carries it. */
  isFound: boolean;
};

/**
 * Cuts a document by its structure: never across a heading or a page; paragraphs together up to
 * `maxChars`, tables and listings whole where they are not much longer, long paragraphs between
 * sentences. A heading or a title of a page without text below is a chunk of its own, since it would
 * not be found otherwise.
 * @param options `maxChars`: of English; Chinese says as much in half as many characters
 */
export function* chunkDocument(pages: Iterable<ChunkPage>, { maxChars }: { readonly maxChars: number }): Generator<Chunk> {
  /** Those above what is read now. They go on to the next page. */
  const headings: Heading[] = [];
  let section = -1;
  for (const { number: page, title, text } of pages) {
    const limit = isDense(text) ? Math.ceil(maxChars / 2) : maxChars;
    const pageSection = ++section;
    let isTitleFound = title === '';
    let pieces: Piece[] = [];
    const flush = function* (): Generator<Chunk> {
      if (pieces.length === 0) return;
      const heading = pathOf(title, headings);
      isTitleFound = true;
      for (const piece of joinPieces(pieces, limit)) yield { ...piece, heading, section, page };
      pieces = [];
    };
    for (const block of readBlocks(text)) {
      if (block.kind !== 'heading') {
        pieces.push(...piecesOf(block, limit));
        continue;
      }
      yield* flush();
      yield* leave(headings, block.level, maxChars);
      section++;
      const { level, text: ownText, start } = block;
      if (ownText === '') continue;
      headings.push({ level, text: ownText, start, section, page, title, isFound: false });
      // By what is under the heading, or by the heading itself.
      isTitleFound = true;
    }
    yield* flush();
    if (!isTitleFound) yield { kind: 'text', text: title, start: 0, heading: '', section: pageSection, page };
  }
  yield* leave(headings, 0, maxChars);
}

/** Removes the headings down to a level. Those that no chunk carries are chunks. */
function* leave(headings: Heading[], level: number, maxChars: number): Generator<Chunk> {
  for (let last = headings.at(-1); last && last.level >= level; last = headings.at(-1)) {
    headings.pop();
    if (last.isFound) continue;
    const { text, start, section, page, title } = last;
    const heading = pathOf(title, headings);
    for (const part of splitSentences(text, maxChars))
      yield { kind: 'text', text: part.text, start: start + part.start, heading, section, page };
  }
}

/** Marks the headings that are in it as a whole: of a long path only the end is kept. */
function pathOf(title: string, above: readonly Heading[]): string {
  let left = MAX_HEADING_CHARS;
  for (const heading of above.toReversed()) {
    if (heading.text.length <= left) heading.isFound = true;
    left -= heading.text.length + BETWEEN_HEADINGS.length;
  }
  const path = [...(title === '' ? [] : [title]), ...above.map(({ text }) => text)];
  return path.join(BETWEEN_HEADINGS).slice(-MAX_HEADING_CHARS).toWellFormed();
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
