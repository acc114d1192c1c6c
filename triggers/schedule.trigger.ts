import { z } from 'zod';
import { defineTrigger } from '#lib/trigger-kit/define-trigger.ts';
import { cronLines, cronProblem, isTimeZone } from '#lib/trigger-kit/schedule-times.ts';

const MAX_LINES = 20;
const DAY_MS = 86_400_000;

export default defineTrigger({
  id: 'schedule',
  version: 1,
  title: 'Schedule',
  summary: 'Starts a run at fixed times.',
  icon: 'clock',
  source: 'time',
  config: z
    .object({
      every: z.enum(['cron', 'interval']).default('cron').meta({
        title: 'Repeat',
        description: 'cron: at the times of cron lines; interval: again and again after the same time.',
        expression: 'literal',
      }),
      cron: z
        .string()
        .max(2000)
        .default('')
        .meta({
          title: 'Times',
          description: 'One line each: minute hour day month weekday; with six fields, the first is seconds.',
          expression: 'literal',
          ui: { widget: 'schedule', visibleWhen: { every: ['cron'] } },
        }),
      everyMs: z
        .int()
        .min(1000)
        .max(366 * DAY_MS)
        .optional()
        .meta({
          title: 'Interval',
          description: 'Time between two runs. A plain number is milliseconds.',
          expression: 'literal',
          ui: { widget: 'duration', visibleWhen: { every: ['interval'] } },
        }),
      timeZone: z
        .string()
        .max(100)
        .default('UTC')
        .meta({
          title: 'Time zone',
          description: 'IANA name, such as Europe/Berlin or Asia/Shanghai.',
          expression: 'literal',
          ui: { widget: 'timeZone', visibleWhen: { every: ['cron'] } },
        }),
      overlap: z
        .enum(['skip', 'queue', 'parallel'])
        .default('skip')
        .meta({
          title: 'While a run is active',
          description: 'skip: no second run; queue: run when the active one has ended; parallel: run at once.',
          expression: 'literal',
          ui: { group: 'Advanced' },
        }),
      missed: z
        .enum(['skip', 'once', 'all'])
        .default('once')
        .meta({
          title: 'Missed times',
          description: 'Times that passed while no server was there: skip them, run once, or run for all of them, at most 100.',
          expression: 'literal',
          ui: { group: 'Advanced' },
        }),
    })
    .check(({ value, issues }) => {
      const report = (path: string, message: string, input: unknown) =>
        void issues.push({ code: 'custom', path: [path], message, input });
      if (value.every === 'interval') {
        if (value.everyMs === undefined) report('everyMs', 'Enter an interval', value.everyMs);
        return;
      }
      const lines = cronLines(value.cron);
      if (lines.length === 0) report('cron', 'Enter a cron line, for example 0 9 * * 1-5', value.cron);
      if (lines.length > MAX_LINES) report('cron', `At most ${MAX_LINES} lines`, value.cron);
      for (const line of lines.slice(0, MAX_LINES)) {
        const problem = cronProblem(line);
        if (problem !== undefined) report('cron', `${line}: ${problem}`, value.cron);
      }
      if (!isTimeZone(value.timeZone)) report('timeZone', `There is no time zone '${value.timeZone}'`, value.timeZone);
    }),
  event: {
    type: 'object',
    properties: {
      scheduledAt: { type: 'string', format: 'date-time', description: 'The time that was due.' },
      timeZone: { type: 'string', description: 'IANA name of its zone.' },
      wasMissed: { type: 'boolean', description: 'It was due while no server was there.' },
    },
    required: ['scheduledAt', 'timeZone', 'wasMissed'],
    additionalProperties: false,
  },
  sampleEvent: ({ timeZone }, at) => ({ scheduledAt: at.toISOString(), timeZone, wasMissed: false }),
  initialConfig: { every: 'cron', cron: '0 9 * * 1-5', timeZone: 'UTC' },
  examples: [
    { title: 'On workdays at nine', config: { cron: '0 9 * * 1-5', timeZone: 'Europe/Berlin' } },
    { title: 'Every five minutes', config: { every: 'interval', everyMs: 300_000 } },
  ],
  docs: `Cron lines have five fields (minute, hour, day of the month, month, weekday) or six, the first of which is seconds. \`@daily\`, \`L\`, \`W\` and \`#\`
work as in other implementations. Several lines are several schedules of one trigger; a time that two of them name starts one run.

At the change to daylight saving, a fixed time that does not exist is moved behind the gap, and one that exists twice comes once. Lines with
\`*\` for hours, minutes or seconds follow the elapsed time.

A time that was due while no server ran counts as missed after a minute.`,
});
