import { z } from 'zod';
import { defineExecutor, type Executor, type ExecutorRegistry } from '#engine/contract/define-executor.ts';
import { defineNode, type NodeRegistry, port } from '#lib/node-kit/define-node.ts';

/** A node that runs until the test opens its gate. `ignoresStop`: it ignores its abort signal. */
const gateNode = defineNode({
  id: 'gate',
  version: 1,
  title: 'Gate',
  summary: 'Runs until it is let through.',
  icon: 'door-open',
  category: 'control',
  config: z.object({
    effects: z
      .enum(['none', 'read', 'write'])
      .default('write')
      .meta({ title: 'Effects', description: 'What the engine is told.', expression: 'literal' }),
    ignoresStop: z.boolean().default(false).meta({ title: 'Ignores stop', description: 'Goes on when it is aborted.' }),
    reads: z.json().optional().meta({ title: 'Reads', description: 'Whatever it refers to.' }),
  }),
  outputs: { out: port('Out', z.json()) },
  effects: (config) => config.effects,
});

type Waiting = { readonly open: (value: unknown) => void; readonly fail: (error: unknown) => void; readonly signal: AbortSignal };

/** The gates of one test: the nodes that wait, and functions to open them. */
export class Gates {
  readonly #waiting = new Map<string, Waiting>();
  readonly #watchers = new Map<string, () => void>();
  /** How often each node's executor was called. */
  readonly calls = new Map<string, number>();

  readonly executor: Executor<never> = defineExecutor(gateNode, ({ config, context }) => {
    this.calls.set(context.nodeId, (this.calls.get(context.nodeId) ?? 0) + 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(context.nodeId, {
        open: (value) => resolve({ out: value as null }),
        fail: reject,
        signal: context.signal,
      });
      if (!config.ignoresStop) context.signal.addEventListener('abort', () => reject(context.signal.reason));
      this.#watchers.get(context.nodeId)?.();
    });
  }) as Executor<never>;

  extend(nodes: NodeRegistry, executors: ExecutorRegistry): { nodes: NodeRegistry; executors: ExecutorRegistry } {
    return { nodes: { ...nodes, gate: gateNode }, executors: { ...executors, gate: async () => ({ default: this.executor }) } };
  }

  isWaiting(nodeId: string): boolean {
    return this.#waiting.has(nodeId);
  }

  /** Resolves once the node waits at its gate. */
  async reached(nodeId: string): Promise<Waiting> {
    if (!this.#waiting.has(nodeId)) await new Promise<void>((resolve) => this.#watchers.set(nodeId, resolve));
    return this.#waiting.get(nodeId) as Waiting;
  }

  async open(nodeId: string, value: unknown = { passed: nodeId }): Promise<void> {
    const waiting = await this.reached(nodeId);
    this.#waiting.delete(nodeId);
    this.#watchers.delete(nodeId);
    waiting.open(value);
  }

  async fail(nodeId: string, error: unknown): Promise<void> {
    const waiting = await this.reached(nodeId);
    this.#waiting.delete(nodeId);
    this.#watchers.delete(nodeId);
    waiting.fail(error);
  }
}
