import { expect, test } from 'vitest';
import { readTestInputs } from './read-test-inputs.ts';

test('values are one object by node id', () => {
  expect(readTestInputs('{"start": {"ticket": "T-1"}}')).toEqual({ inputs: { start: { ticket: 'T-1' } } });
});

test.each(['[1]', 'null', '"text"', '12'])('%s is JSON, but not by node id', (text) => {
  expect(readTestInputs(text)).toMatchObject({ problem: 'not-an-object' });
});

test('invalid JSON gives the reason', () => {
  expect(readTestInputs('{"start": }')).toMatchObject({ problem: 'not-json', reason: expect.stringContaining('}') });
});
