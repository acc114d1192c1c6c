/**
 * The candidate nearest to `word`, or undefined: at most a third of the letters may differ. Ignores
 * case, `_` and `-`.
 */
export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = plain(word);
  let best: { candidate: string; distance: number } | undefined;
  let seen = 0;
  for (const candidate of candidates) {
    if (++seen > MAX_CANDIDATES) break;
    if (candidate === word) continue;
    const name = plain(candidate);
    const allowed = Math.max(1, Math.floor(Math.max(wanted.length, name.length) / 3));
    if (Math.abs(wanted.length - name.length) > allowed || wanted.length > MAX_LENGTH) continue;
    const distance = editDistance(wanted, name);
    if (distance <= allowed && distance < Math.min(wanted.length, name.length) && (!best || distance < best.distance))
      best = { candidate, distance };
  }
  return best?.candidate;
}

const MAX_CANDIDATES = 1000;
const MAX_LENGTH = 64;

function plain(word: string): string {
  return word.toLowerCase().replaceAll(/[_-]/g, '');
}

/**
 * Edit distance with insertions, deletions, replacements and swaps of neighbours (optimal string
 * alignment).
 */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
