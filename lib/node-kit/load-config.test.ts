import { describe, expect, test } from 'vitest';
import { testNodes } from '#tests/support/test-nodes.ts';
import { loadConfig, migrateConfig } from './load-config.ts';

const { letter, ask } = testNodes;

describe('migrateConfig', () => {
  test.each([
    [1, { text: 'Dear Ada,\nhello' }, { lines: ['Dear Ada,', 'hello'] }],
    [2, { body: 'Dear Ada,' }, { lines: ['Dear Ada,'] }],
    [3, { lines: ['as it is'] }, { lines: ['as it is'] }],
  ])('brings version %i up to date', (version, config, expected) => {
    expect(migrateConfig(letter, { version, config })).toEqual({
      ok: true,
      version: 3,
      config: expected,
      isMigrated: version < 3,
    });
  });

  test('does not touch what is stored', () => {
    const config = Object.freeze({ text: 'Dear Ada,' });
    migrateConfig(letter, { version: 1, config });
    expect(config).toEqual({ text: 'Dear Ada,' });
  });

  test('leaves a newer version alone', () => {
    expect(migrateConfig(letter, { version: 4, config: {} })).toEqual({
      ok: false,
      reason: 'version-newer',
      message: 'This letter node has version 4; this build knows up to 3',
    });
  });

  test('names the step that is missing or fails', () => {
    const gap = { ...letter, migrations: {} };
    expect(migrateConfig(gap, { version: 1, config: {} })).toMatchObject({
      reason: 'migration-failed',
      message: 'letter has no migration from version 1 to 2',
    });
    const failing = () => {
      throw new Error('no text');
    };
    const broken = { ...letter, migrations: { ...letter.migrations, 2: failing } };
    expect(migrateConfig(broken, { version: 1, config: {} })).toMatchObject({
      reason: 'migration-failed',
      message: expect.stringContaining('no text'),
    });
  });
});

test('loadConfig migrates, checks and fills in', () => {
  expect(loadConfig(letter, { version: 1, config: { text: 'a' } })).toEqual({ ok: true, config: { lines: ['a'] } });
  expect(loadConfig(ask, { version: 1, config: { temperature: 3 } })).toMatchObject({
    ok: false,
    reason: 'config-invalid',
    issues: [{ path: ['userPrompt'] }, { path: ['temperature'] }],
  });
});
