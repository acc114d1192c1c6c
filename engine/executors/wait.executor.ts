import { NodeFailure } from '#lib/errors/node-failure.ts';
import { readDate } from '#lib/expression/zoned-date.ts';
import type { ConfigOf } from '#lib/node-kit/define-node.ts';
import wait from '#nodes/wait/wait.node.ts';
import { defineExecutor } from '../contract/define-executor.ts';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

export default defineExecutor(wait, async ({ config, context }) => {
  const nowMs = context.clock.now();
  const forMs = config.mode === 'for' ? config.forMs : readUntil(config).getTime() - nowMs;
  if (forMs > YEAR_MS) throw refused(`${config.until} is more than a year from now`, 'A run waits for a year at most');
  return { out: await context.pause({ key: 'wait', forMs: Math.max(0, forMs) }) };
});

function readUntil({ until, timeZone }: ConfigOf<typeof wait>): Date {
  if (!isReadable(until, 'UTC'))
    throw refused(`'${until}' is not a date`, 'Write it as 2026-03-01 09:30, or with an offset as 2026-03-01T09:30:00+08:00');
  if (!isReadable(until, timeZone))
    throw refused(`There is no time zone '${timeZone}'`, 'Write it as Europe/Berlin', 'config.timeZone');
  return readDate(until, timeZone);
}

function isReadable(until: string, timeZone: string): boolean {
  try {
    readDate(until, timeZone);
    return true;
  } catch {
    return false;
  }
}

function refused(message: string, hint: string, path = 'config.until'): NodeFailure {
  return new NodeFailure('wait-date-invalid', message, { path, hint });
}
