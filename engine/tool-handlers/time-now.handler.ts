import { NodeFailure } from '#lib/errors/node-failure.ts';
import timeNow from '#tools/time-now.tool.ts';
import { defineToolHandler } from '../contract/define-tool-handler.ts';

export default defineToolHandler(timeNow, async ({ input, context }) => {
  const unixMs = context.clock.now();
  const parts = partsOf(unixMs, input.timezone);
  const { year, month, day, hour, minute, second, fractionalSecond, timeZoneName = '', weekday = '' } = parts;
  const offset = timeZoneName.replace('GMT', '').replace(/^(\+00:00)?$/, 'Z');
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fractionalSecond}${offset}`;
  return { data: { iso, unixMs, timezone: input.timezone, weekday }, summary: `${weekday}, ${iso} (${input.timezone})` };
});

function partsOf(unixMs: number, timezone: string): Partial<Record<Intl.DateTimeFormatPartTypes, string>> {
  const format = formatFor(timezone);
  return Object.fromEntries(format.formatToParts(unixMs).map(({ type, value }) => [type, value]));
}

function formatFor(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en', {
      timeZone,
      calendar: 'iso8601',
      hourCycle: 'h23',
      weekday: 'long',
      timeZoneName: 'longOffset',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      fractionalSecondDigits: 3,
    });
  } catch (cause) {
    throw new NodeFailure('timezone-unknown', `There is no time zone '${timeZone}'`, {
      path: 'timezone',
      hint: 'Give an IANA name, such as Europe/Paris, Asia/Shanghai or UTC',
      cause,
    });
  }
}
