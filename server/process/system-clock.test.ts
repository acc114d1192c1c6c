import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from './system-clock.ts';

test('a wait with a negative duration ends at once, without a warning', async () => {
  const warnings: string[] = [];
  const note = ({ name }: Error) => void warnings.push(name);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  await systemClock.sleep(-8, new AbortController().signal);
  // Node tells of it at the next tick.
  await new Promise((resolve) => setImmediate(resolve));
  expect(warnings).toEqual([]);
});
