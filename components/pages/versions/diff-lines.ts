export type DiffLine = { readonly kind: 'same' | 'added' | 'removed'; readonly text: string };

/** Lines compared with each other at most: beyond this every line counts as another one. */
const MAX_CELLS = 4_000_000;

/** The merged lines of two texts: only in the first, only in the second, or in both, in order. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [a, b] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const same = (texts: readonly string[]) => texts.map((text): DiffLine => ({ kind: 'same', text }));
  const middle = diffMiddle(a.slice(start, a.length - end), b.slice(start, b.length - end));
  return [...same(a.slice(0, start)), ...middle, ...same(a.slice(a.length - end))];
}

function diffMiddle(a: readonly string[], b: readonly string[]): DiffLine[] {
  if (a.length * b.length > MAX_CELLS) return [...a.map(removed), ...b.map(added)];
  const common = commonLengths(a, b);
  const at = (i: number, j: number) => common[i]?.[j] ?? 0;
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      lines.push({ kind: 'same', text: a[i] as string });
      i++;
      j++;
    } else if (at(i + 1, j) >= at(i, j + 1)) lines.push(removed(a[i++] as string));
    else lines.push(added(b[j++] as string));
  }
  return [...lines, ...a.slice(i).map(removed), ...b.slice(j).map(added)];
}

/** At `[i][j]`: how many lines the rest of both has in common, in order. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint32Array[] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    const [row, next] = [lengths[i] as Uint32Array, lengths[i + 1] as Uint32Array];
    for (let j = b.length - 1; j >= 0; j--)
      row[j] = a[i] === b[j] ? (next[j + 1] ?? 0) + 1 : Math.max(next[j] ?? 0, row[j + 1] ?? 0);
  }
  return lengths;
}

function removed(text: string): DiffLine {
  return { kind: 'removed', text };
}

function added(text: string): DiffLine {
  return { kind: 'added', text };
}
