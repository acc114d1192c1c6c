import type { EventHub } from '#lib/ports/event-hub.ts';

type Publisher = Pick<EventHub, 'publish'>;

/** Calls `onEnd` after the end of a run was published, which is after it was stored. */
export function onRunEnds(publisher: Publisher, onEnd: () => void): Publisher {
  return {
    publish(runId, events) {
      publisher.publish(runId, events);
      if (events.at(-1)?.type === 'done') onEnd();
    },
  };
}
