import type { PublicEvent } from '#lib/run/public-event.ts';
import type { EffectCounter } from './effect-counter.ts';

type EffectCounts = {
  /** Number of starts in the log. */
  begun: number;
  /** Number of approvals to repeat it after a crash left its outcome unknown. */
  asked: number;
  /** Number of those that were approved. */
  confirmed: number;
  isRepeatable: boolean;
};

/** Every effect in a log, by the path of its node. */
function countEffects(log: readonly PublicEvent[]): Map<string, EffectCounts> {
  const counts = new Map<string, EffectCounts>();
  const open = new Map<string, EffectCounts>();
  for (const event of log) {
    if (!('nodeId' in event) || event.nodeId === undefined) continue;
    const count = counts.get(event.nodeId) ?? { begun: 0, asked: 0, confirmed: 0, isRepeatable: false };
    counts.set(event.nodeId, count);
    if (event.type === 'effect' && event.status === 'started') count.begun++;
    if (event.type === 'effect' && event.isRepeatable) count.isRepeatable = true;
    // Excludes approval nodes and approvals before a tool call: they have no unknown effect.
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
 * Compares the side effects of one run with its log and decisions. An effect that is not repeatable
 * happens once, and once more for each approved repetition.
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
