import type { NodeRegistry } from '#lib/node-kit/define-node.ts';
import type { EventHub } from '#lib/ports/event-hub.ts';
import type { QueuedRuns, RunQueue } from '#lib/ports/run-queue.ts';
import type { RunStore } from '#lib/ports/run-store.ts';
import type { ExecutorRegistry } from './contract/define-executor.ts';
import type { NodePorts } from './run/scopes/run-scope.ts';

/** What the engine needs from outside. */
export type EnginePorts = NodePorts & {
  readonly nodes: NodeRegistry;
  readonly executors: ExecutorRegistry;
  readonly store: RunStore;
  readonly publisher: Pick<EventHub, 'publish'>;
  /** Whether a run has a reader of its live events. @defaultValue always */
  readonly isWatched?: ((runId: string) => boolean) | undefined;
  /** Concurrent appends. @defaultValue 1, for databases whose connections share one session */
  readonly maxCommitsInFlight?: number;
  /** Backoff of a commit while the database is unreachable. @defaultValue 15 s in all */
  readonly commitRetryDelaysMs?: readonly number[];
  /** Where runs are queued: their rows, and the transport that announces them. */
  readonly shared: {
    readonly queued: Pick<QueuedRuns, 'claim' | 'get' | 'handOver'>;
    readonly queue: Pick<RunQueue, 'enqueue'>;
  };
  /**
   * No other process uses the database: events of a newer build are ignored, as no newer build can
   * resume their run.
   * @defaultValue false
   */
  readonly isAlone?: boolean;
};
