import type { PublicEvent } from '#lib/run/public-event.ts';
import type { EffectCounter } from './effect-counter.ts';

type EffectCounts = {
  /** How often the log says that it began. */
  begun: number;
  /** How often a person was asked whether to do it again, after a crash had left open whether it happened. */
  asked: number;
  /** How often a person said so. */
  confirmed: number;
  isRepeatable: boolean;
};

/** By the path of its node: every effect that a log tells of. */
function countEffects(log: readonly PublicEvent[]): Map<string, EffectCounts> {
  const counts = new Map<string, EffectCounts>();
  const open = new Map<string, EffectCounts>();
  for (const event of log) {
    if (!('nodeId' in event) || event.nodeId === undefined) continue;
    const count = counts.get(event.nodeId) ?? { begun: 0, asked: 0, confirmed: 0, isRepeatable: false };
    counts.set(event.nodeId, count);
    if (event.type === 'effect' && event.status === 'started') count.begun++;
    if (event.type === 'effect' && event.isRepeatable) count.isRepeatable = true;
    // Not the questions of an approval node, nor those before a tool is called at all: nothing has happened by then.
    if (event.type === 'confirm_required' && event.kind === 'effect') {
      count.asked++;
      open.set(event.actionId, count);
    }
    if (event.type === 'approval_decided' && event.status === 'confirmed') {
      const asked = open.get(event.actionId);
      if (asked) asked.confirmed++;
    }
  }
  return counts;
}

/**
 * What came to the outside of one run, against what its log and the people in it say. An effect
 * that is not repeatable happens once, and once more for
 * each time that a person said so.
 */
export function checkEffects(
  log: readonly PublicEvent[],
  { key, counter }: { key: string; counter: EffectCounter },
): { duplicated: number; unknown: number; withoutStart: number } {
  const found = { duplicated: 0, unknown: 0, withoutStart: 0 };
  for (const [nodeId, { begun, asked, confirmed, isRepeatable }] of countEffects(log)) {
    const place = `${key} ${nodeId}`;
    const hits = counter.hits.get(place) ?? 0;
    const isUnderTwoKeys = (counter.keys.get(place)?.size ?? 0) > 1;
    const isRepeatedUnasked = !isRepeatable && hits > 1 + confirmed;
    found.unknown += asked;
    if (isUnderTwoKeys || isRepeatedUnasked) found.duplicated++;
    if (hits > begun) found.withoutStart++;
  }
  return found;
}
