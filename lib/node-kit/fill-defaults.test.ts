import { expect, test } from 'vitest';
import { z } from 'zod';
import { fillDefaults } from './fill-defaults.ts';

const schema = z.object({
  method: z.enum(['GET', 'POST']).default('GET'),
  timeoutMs: z.int().default(30_000),
  grants: z.object({ hosts: z.array(z.string()).default([]), note: z.string().optional() }).optional(),
});

test('empty fields get their defaults, also inside objects', () => {
  expect(fillDefaults(schema, { grants: { note: 'n' } })).toEqual({
    method: 'GET',
    timeoutMs: 30_000,
    grants: { note: 'n', hosts: [] },
  });
});

test('existing values stay as they are, templates and unknown fields included', () => {
  const config = { method: 'POST', timeoutMs: '{{start.ms}}', grants: '{{start.grants}}', unknown: 1 };
  expect(fillDefaults(schema, config)).toEqual(config);
});

test.each([undefined, null, 'text', [1]])('%j, which is no config, stays as it is', (value) => {
  expect(fillDefaults(schema, value)).toEqual(value);
});
