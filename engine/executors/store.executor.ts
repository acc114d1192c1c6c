import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ConfigOf } from '#lib/node-kit/define-node.ts';
import type { StoreResult, StoreWrite } from '#lib/ports/value-store.ts';
import store from '#nodes/store/store.node.ts';
import { defineExecutor } from '../contract/define-executor.ts';

const MAX_VALUE_CHARS = 200_000;

type Config = ConfigOf<typeof store>;

export default defineExecutor(store, async ({ config, context }) => {
  const { values } = context.tools;
  if (!values) throw new NodeFailure('store-missing', 'There is no store here', { hint: 'Run the workflow on a server' });
  const { op } = config;
  // PostgreSQL refuses NUL in text.
  const key = config.key.replaceAll('\0', '\ufffd');
  if (op === 'get') {
    const found = await values.read(context.workspaceId, key);
    return { out: { value: found?.value ?? null, found: found !== undefined } };
  }
  const write = writeOf({ ...config, key }, op);
  // The store recognises a write that has happened, so that a crash needs no decision.
  const effect = { key: 'write', kind: 'tool', name: `store ${op} ${key}`, effects: 'write', isRepeatable: true } as const;
  const result = await context.effect(effect, ({ idempotencyKey }) =>
    values.write(context.workspaceId, write, { writeId: idempotencyKey }),
  );
  return firedBy(config, result);
});

function writeOf({ key, value, amount, ttlMs }: Config, op: StoreWrite['op']): StoreWrite {
  if (op === 'take') return { op, key };
  if (op === 'add') return { op, key, amount, ttlMs };
  if (op === 'seen') return { op, key, ttlMs };
  const chars = JSON.stringify(value).length;
  if (chars > MAX_VALUE_CHARS)
    throw new NodeFailure('store-value-too-large', `The value has ${chars} characters as JSON, more than ${MAX_VALUE_CHARS}`, {
      path: 'config.value',
      hint: 'Write it to a file and store its path',
    });
  return { op, key, value, ttlMs };
}

function firedBy({ op, key, value }: Config, result: StoreResult): Record<string, unknown> {
  if (op === 'seen') return { [result.wasFound ? 'seen' : 'new']: { key } };
  if (op === 'take') return { out: { value: result.value, found: result.wasFound } };
  return { out: { value: op === 'set' ? value : result.value } };
}
