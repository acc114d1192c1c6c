import { roomOf, type Wording, type WordingKind } from './find-wording.ts';

export type WordingCounts = Record<string, Record<WordingKind, number>>;

/** Findings by room and kind. */
export function countWording(found: readonly Wording[]): WordingCounts {
  const counts: WordingCounts = {};
  for (const { file, kind } of found) {
    const room = roomOf(file);
    counts[room] ??= { word: 0, 'long-comment': 0, 'spec-id': 0, 'spread-literal': 0 };
    counts[room][kind]++;
  }
  return counts;
}
