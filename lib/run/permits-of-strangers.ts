/** The part of the permits that runs of strangers may have together. The rest is for members, keys and triggers. */
const STRANGERS = 0.5;

/** How many of `max` concurrent runs may be of strangers; at least 1. */
export function permitsOfStrangers(max: number): number {
  return Math.max(1, Math.floor(max * STRANGERS));
}
