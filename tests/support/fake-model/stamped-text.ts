import { createHash } from 'node:crypto';

/**
 * A stamp is as long as a word: tenths of a millisecond, five digits to base 36, which begin again
 * after 100 minutes.
 */
const UNIT_MS = 0.1;
const BASE = 36;
const DIGITS = 5;
const UNITS = BASE ** DIGITS;

/** Milliseconds on a clock that all processes of the machine share. */
export function machineTimeMs(): number {
  return Number(process.hrtime.bigint() / 1000n) / 1000;
}

/**
 * Makes the tokens of one stamped answer, in order: the time each is made at, the last one the
 * digest of all before it.
 */
export function makeStamp(count: number): (index: number) => string {
  const digest = createHash('sha256');
  return (index) => {
    if (index === count - 1) return ` ${digest.digest('hex')}`;
    const units = Math.floor(machineTimeMs() / UNIT_MS) % UNITS;
    const token = `${index === 0 ? '' : ' '}${units.toString(BASE).padStart(DIGITS, '0')}`;
    digest.update(token);
    return token;
  };
}

/**
 * Latency of each token in a chunk of stamped text, in milliseconds; none for the final digest.
 */
export function readDelays(piece: string, arrivedAtMs: number): number[] {
  const arrived = arrivedAtMs / UNIT_MS;
  return wordsOf(piece).map((word) => ((arrived - Number.parseInt(word, BASE)) % UNITS) * UNIT_MS);
}

/** Whether the text is exactly what a model sent in `count` stamped tokens. */
export function isWholeStampedText(text: string, count: number): boolean {
  const end = text.lastIndexOf(' ');
  const digest = createHash('sha256').update(text.slice(0, end)).digest('hex');
  return text.slice(end + 1) === digest && wordsOf(text).length === count - 1;
}

function wordsOf(text: string): string[] {
  return text.split(' ').filter((word) => word.length === DIGITS);
}
