import { NodeFailure } from '#lib/errors/node-failure.ts';
import database from '#nodes/database/database.node.ts';
import { defineExecutor } from '../contract/define-executor.ts';
import { connectionFailure } from '../http/connection-failure.ts';

const MAX_NAME_CHARS = 80;

export default defineExecutor(database, async ({ config, context }) => {
  const { databases } = context.tools;
  if (!databases)
    throw new NodeFailure('database-missing', 'No database can be reached here', { hint: 'Run the workflow on a server' });
  const { query, parameters, readOnly, maxRows, timeoutMs, isRepeatable } = config;
  const credential = context.credentialOf(config.credential, 'config.credential');
  const run = () =>
    databases
      .query({ credential, query, parameters, readOnly, maxRows, timeoutMs, signal: context.signal })
      .catch((error: unknown) => {
        throw connectionFailure(error, 'config.query', context.signal);
      });
  if (readOnly) return { out: await run() };
  const name = query.replaceAll(/\s+/g, ' ').slice(0, MAX_NAME_CHARS);
  const fromPerson = (value: unknown) => ({
    rows: Array.isArray(value) ? value : [],
    count: typeof value === 'number' ? value : 0,
  });
  return { out: await context.effect({ key: 'query', kind: 'tool', name, effects: 'write', isRepeatable, fromPerson }, run) };
});
