import { ACTIVE_SCORE } from './skill-index.ts';

/** How many times the odds of the second the odds of the best are, at least, for it to be clear which is meant. */
const CLEAR_ODDS = 1.35;

/**
 * The skill that becomes active; undefined where none fits, or two fit about as well: a wrong one costs more than
 * none, since a model that has the list can still read the one it needs.
 * Takes the candidates best first, with scores from 0 to 1.
 */
export function pickActive<T extends { readonly score: number }>([best, second]: readonly T[]): T | undefined {
  if (!best || best.score < ACTIVE_SCORE) return undefined;
  return second && oddsOf(best.score) < CLEAR_ODDS * oddsOf(second.score) ? undefined : best;
}

function oddsOf(score: number): number {
  return score / Math.max(1 - score, Number.EPSILON);
}
