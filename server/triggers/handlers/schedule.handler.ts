import type { TriggerConfigOf } from '#lib/trigger-kit/define-trigger.ts';
import { cronLines, nextScheduledTime, nextScheduledTimes, type ScheduleTimes } from '#lib/trigger-kit/schedule-times.ts';
import type trigger from '#triggers/schedule.trigger.ts';
import { defineTriggerHandler, type TimedEvent } from '../define-trigger-handler.ts';

/** Later than this a time counts as missed, in milliseconds. */
const ON_TIME_MS = 60_000;
const MAX_MISSED = 100;
/** Of one turn; a schedule of every second that was late by a minute has sixty. */
const MAX_ON_TIME = 120;

type Config = TriggerConfigOf<typeof trigger>;

export default defineTriggerHandler<typeof trigger>({
  firstAt: (config, after) => nextScheduledTime(timesOf(config), after),

  async collect(config, { dueAt, now }) {
    const times = timesOf(config);
    const cutoff = new Date(now.getTime() - ON_TIME_MS);
    const missed = dueAt < cutoff ? missedEvents(config, { times, dueAt, cutoff }) : [];
    const after = dueAt < cutoff ? cutoff : new Date(dueAt.getTime() - 1);
    const onTime = nextScheduledTimes(times, { after, atMost: MAX_ON_TIME, until: now });
    const last = onTime.at(-1) ?? now;
    return {
      events: [...missed, ...onTime.map((time) => eventAt(time, { config, wasMissed: false }))],
      nextAt: nextScheduledTime(times, onTime.length < MAX_ON_TIME ? now : last),
    };
  },

  overlapOf: ({ overlap }) => overlap,
});

function timesOf({ every, cron, everyMs, timeZone }: Config): ScheduleTimes {
  return every === 'cron' ? { cron: cronLines(cron), timeZone } : { cron: [], everyMs, timeZone };
}

type Missing = { readonly times: ScheduleTimes; readonly dueAt: Date; readonly cutoff: Date };

function missedEvents(config: Config, { times, dueAt, cutoff }: Missing): TimedEvent[] {
  const first = eventAt(dueAt, { config, wasMissed: true });
  switch (config.missed) {
    case 'skip':
      return [{ ...first, refusal: 'missed' }];
    case 'once':
      return [first];
    case 'all': {
      const further = nextScheduledTimes(times, { after: dueAt, atMost: MAX_MISSED - 1, until: cutoff });
      return [first, ...further.map((time) => eventAt(time, { config, wasMissed: true }))];
    }
    default:
      return config.missed satisfies never;
  }
}

function eventAt(time: Date, { config: { timeZone }, wasMissed }: { config: Config; wasMissed: boolean }): TimedEvent {
  const scheduledAt = time.toISOString();
  return { event: { scheduledAt, timeZone, wasMissed }, key: scheduledAt, dueAt: time };
}
