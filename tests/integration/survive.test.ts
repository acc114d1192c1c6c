import { expect, test } from 'vitest';
import { runCrashTrial } from '../support/crash/crash-trial.ts';
import { databaseKinds, makeDatabaseLocation } from '../support/databases.ts';

/** `npm run bench -- crash` does two hundred of each. */
const KILLS = 4;

test.each(databaseKinds)(
  'no acknowledged run is lost and no finished node runs twice when the server is killed, on %s',
  async (kind) => {
    const place = await makeDatabaseLocation(kind);
    try {
      const report = await runCrashTrial({ ...place, kills: KILLS, runsPerKill: 8, seed: 7 });
      expect(report).toMatchObject({
        lostRuns: 0,
        lostEvents: 0,
        nodesRunTwice: 0,
        effectsWithoutStart: 0,
        effectsRepeatedUnasked: 0,
        problems: [],
      });
      expect(report.acknowledgedRuns).toBeGreaterThan(KILLS);
      expect(report.resumedRuns).toBeGreaterThan(0);
    } finally {
      await place.remove();
    }
  },
  300_000,
);
