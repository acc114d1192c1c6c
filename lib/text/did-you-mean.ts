/**
 * The candidate nearest to `word`, or undefined: at most a third of the letters may differ. Ignores
 * case, `_` and `-`. Undefined for further words once one turn of the event loop has compared many.
 */
export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
  if (work <= 0 || word.length > MAX_LENGTH) return undefined;
  resetAfterThisTurn();
  const wanted = plain(word);
  let best: { candidate: string; distance: number } | undefined;
  let seen = 0;
  for (const candidate of candidates) {
    work -= WORK_OF_CANDIDATE;
    if (++seen > MAX_CANDIDATES || work <= 0) break;
    if (candidate === word || candidate.length > MAX_LENGTH) continue;
    const name = plain(candidate);
    const allowed = Math.max(1, Math.floor(Math.max(wanted.length, name.length) / 3));
    if (Math.abs(wanted.length - name.length) > allowed) continue;
    work -= wanted.length * name.length;
    const distance = editDistance(wanted, name);
    if (distance <= allowed && distance < Math.min(wanted.length, name.length) && (!best || distance < best.distance))
      best = { candidate, distance };
  }
  return best?.candidate;
}

const MAX_CANDIDATES = 1000;
const MAX_LENGTH = 64;
/** Comparison steps per turn of the event loop, about 10 ms: a document may contain thousands of wrong names. */
const WORK_OF_TURN = 400_000;
const WORK_OF_CANDIDATE = 50;
let work = WORK_OF_TURN;
let isResetScheduled = false;

function resetAfterThisTurn(): void {
  if (isResetScheduled) return;
  isResetScheduled = true;
  queueMicrotask(() => {
    isResetScheduled = false;
    work = WORK_OF_TURN;
  });
}

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
