import { z } from 'zod';
import { defineExecutor, type Executor, type ExecutorRegistry } from '#engine/contract/define-executor.ts';
import { SuspendedError } from '#engine/contract/suspended-error.ts';
import { defineNode, type NodeRegistry, port } from '#lib/node-kit/define-node.ts';

/**
 * A node for tests that sends messages one after another, each an effect, and may request an
 * approval before one of them.
 */
const senderNode = defineNode({
  id: 'sender',
  version: 1,
  title: 'Sender',
  summary: 'Sends messages.',
  icon: 'send',
  category: 'tool',
  config: z.object({
    messages: z.array(z.string()).meta({ title: 'Messages', description: 'Sent in this order.' }),
    effects: z.enum(['read', 'write']).default('write').meta({ title: 'Effects', description: 'Of each message.' }),
    isRepeatable: z.boolean().default(false).meta({ title: 'Repeatable', description: 'Whether one may be sent twice.' }),
    asksBefore: z.string().optional().meta({ title: 'Asks before', description: 'The message that a person is asked about.' }),
  }),
  outputs: { out: port('Out', z.array(z.string())) },
  effects: 'write',
});

type Sent = { readonly message: string; readonly idempotencyKey: string };

/** Receiver of the messages of one test. */
export class Outbox {
  /** Messages that were sent, in order. */
  readonly sent: Sent[] = [];
  /** Messages that are never answered, because the process crashes meanwhile. */
  readonly silent = new Set<string>();
  /** Messages that are answered once the promise resolves, ignoring their abort signal; each once. */
  readonly deaf = new Map<string, Promise<void>>();
  /** Messages that fail this many times. */
  readonly failures = new Map<string, number>();
  #watchers: (() => void)[] = [];

  readonly executor: Executor<never> = defineExecutor(senderNode, async ({ config, context }) => {
    const { messages, effects, isRepeatable, asksBefore } = config;
    const receipts: string[] = [];
    for (const message of messages) {
      if (
        message === asksBefore &&
        !context.ask({ key: message, kind: 'tool', tool: 'send', args: message, description: message })
      )
        throw new SuspendedError();
      const effect = { key: message, kind: 'http', name: `send ${message}`, effects, isRepeatable } as const;
      receipts.push(
        await context.effect(effect, ({ idempotencyKey }) => this.#send({ message, idempotencyKey }, context.signal)),
      );
    }
    return { out: receipts };
  }) as Executor<never>;

  extend(nodes: NodeRegistry, executors: ExecutorRegistry): { nodes: NodeRegistry; executors: ExecutorRegistry } {
    return {
      nodes: { ...nodes, sender: senderNode },
      executors: { ...executors, sender: async () => ({ default: this.executor }) },
    };
  }

  get messages(): string[] {
    return this.sent.map(({ message }) => message);
  }

  /** Resolves once this many messages were sent. */
  async reached(count: number): Promise<void> {
    while (this.sent.length < count) await new Promise<void>((resolve) => this.#watchers.push(resolve));
  }

  async #send(sent: Sent, signal: AbortSignal): Promise<string> {
    this.sent.push(sent);
    for (const watcher of this.#watchers.splice(0)) watcher();
    if (this.silent.has(sent.message))
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const answered = this.deaf.get(sent.message);
    this.deaf.delete(sent.message);
    await answered;
    const failures = this.failures.get(sent.message) ?? 0;
    this.failures.set(sent.message, failures - 1);
    if (failures > 0) throw new Error(`${sent.message} was refused`);
    return `receipt of ${sent.message}`;
  }
}
