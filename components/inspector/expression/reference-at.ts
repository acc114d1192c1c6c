import type { Path } from '#lib/expression/read-path.ts';
import { findTags } from './find-tags.ts';

const REFERENCE = /(?<![\w.])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*|\[\d+\]|\["[^"]*"\])*/g;

/** The reference at an offset of a text, down to the key there: in `fetch.body.id`, `body` is `fetch.body`. */
export function referenceAt(text: string, offset: number, mode: 'template' | 'cel') {
  const spans = mode === 'cel' ? [{ from: 0, text }] : findTags(text).map(({ index, text: tag }) => ({ from: index, text: tag }));
  for (const span of spans) {
    if (offset < span.from || offset > span.from + span.text.length) continue;
    for (const match of span.text.matchAll(REFERENCE)) {
      const from = span.from + match.index;
      if (offset >= from && offset <= from + match[0].length) return cutAt(match[0], from, offset);
    }
  }
  return undefined;
}

function cutAt(reference: string, from: number, offset: number): { from: number; to: number; path: Path } {
  const path: (string | number)[] = [];
  let length = 0;
  for (const part of reference.matchAll(/^\w+|\.(\w+)|\[(\d+)\]|\["([^"]*)"\]/g)) {
    const [written, name, index, quoted] = part;
    if (index !== undefined) path.push(Number(index));
    else path.push(name ?? quoted ?? written);
    length = part.index + written.length;
    if (from + length >= offset) break;
  }
  return { from, to: from + length, path };
}
