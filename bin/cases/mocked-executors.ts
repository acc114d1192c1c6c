import type { Executor, ExecutorRegistry } from '#engine/contract/define-executor.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import { nodeIdOf } from '#lib/run/node-path.ts';
import type { Mock } from './case-file.ts';

/**
 * Executors that give what stands for a node instead of running it. Expressions of its config are evaluated as ever, so
 * that mistakes in them are found.
 */
export function mockedExecutors(registry: ExecutorRegistry, mocks: Readonly<Record<string, Mock>>): ExecutorRegistry {
  const calls = new Map<string, number>();
  const mocked = (real: Executor<never>): Executor<never> => {
    const execute: Executor<never> = (call) => {
      const id = nodeIdOf(call.context.nodeId);
      const mock = Object.hasOwn(mocks, id) ? mocks[id] : undefined;
      if (!mock) return real(call);
      const count = calls.get(id) ?? 0;
      calls.set(id, count + 1);
      if (mock.error) throw new NodeFailure(mock.error.code, mock.error.message);
      const value = mock.values ? mock.values[Math.min(count, mock.values.length - 1)] : mock.value;
      return { [mock.port ?? 'out']: value };
    };
    return execute;
  };
  return Object.fromEntries(
    Object.entries(registry).map(([type, load]) => [type, async () => ({ default: mocked((await load()).default) })]),
  );
}
