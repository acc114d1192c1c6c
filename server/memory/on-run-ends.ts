import type { EventHub } from '#lib/ports/event-hub.ts';

type Publisher = Pick<EventHub, 'publish'>;

/**
 * Calls `onEnd` after the end of one of these runs was published, which is after it was stored. The run leaves the set;
 * ends of other runs cost nothing.
 */
export function onRunEnds(publisher: Publisher, runs: Set<string>, onEnd: () => void): Publisher {
  return {
    publish(runId, events) {
      publisher.publish(runId, events);
      if (runs.size > 0 && events.at(-1)?.type === 'done' && runs.delete(runId)) onEnd();
    },
  };
}
