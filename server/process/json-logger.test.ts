import { expect, test } from 'vitest';
import { makeJsonLogger } from './json-logger.ts';

test('an error is logged with its cause, and a list of errors with each of them', () => {
  const lines: string[] = [];
  const log = makeJsonLogger({ write: (line) => lines.push(line) });
  const refused = ['::1', '127.0.0.1'].map((host) => new Error(`connect ECONNREFUSED ${host}:5432`));
  log.warn('no database', { error: new Error('query failed', { cause: new AggregateError(refused, '') }) });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      level: 'warn',
      message: 'no database',
      error: { message: 'query failed', cause: { errors: refused.map(({ message }) => ({ message })) } },
    },
  ]);
});
