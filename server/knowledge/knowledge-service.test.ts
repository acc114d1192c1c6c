import { setImmediate as tick } from 'node:timers/promises';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { configSchema } from '../config/config-schema.ts';
import { KnowledgeService } from './knowledge-service.ts';

test('a database that fails once is asked again for vectors, and its error is handled', async () => {
  let isDown = true;
  const query = async () => {
    if (isDown) throw new Error('connection terminated');
    return { rows: [{ found: true }] };
  };
  const knowledge = new KnowledgeService({
    pool: { query } as unknown as pg.Pool,
    files: { get: () => Promise.reject(new Error('no files')) },
    settings: () => configSchema.parse({}).knowledge,
    newId: (prefix) => `${prefix}_1`,
    meters: () => ({ begin: async () => () => {} }),
    onWork: () => {},
  });
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', note);
  await expect(knowledge.hasVectors()).rejects.toThrow('terminated');
  await tick();
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
  isDown = false;
  expect(await knowledge.hasVectors()).toBe(true);
  isDown = true;
  expect(await knowledge.hasVectors()).toBe(true);
});
