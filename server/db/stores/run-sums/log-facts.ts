import { withoutIterations } from '#lib/run/node-path.ts';
import type { ModelCall } from '#lib/statistics/run-sums.ts';

/** Iterations of nodes of one run that are counted; a loop may have thousands. */
const MAX_NODES = 2000;

/** What sums need of an event of a log. */
export type LogEvent =
  | { readonly type: 'done'; readonly at: number; readonly status: string }
  | { readonly type: 'run_resumed'; readonly at: number }
  | {
      readonly type: 'node_finished';
      readonly nodeId: string;
      readonly status: string;
      readonly executionTimeMs: number;
      readonly reused?: unknown;
    }
  | { readonly type: 'llm_call'; readonly callId: string; readonly model: { readonly name: string } }
  | {
      readonly type: 'llm_result';
      readonly callId: string;
      readonly firstTokenMs?: number | undefined;
      readonly usage: { readonly totalTokens: number; readonly costUsd?: number | undefined };
    };

const READ_TYPES: ReadonlySet<string> = new Set([
  'done',
  'run_resumed',
  'node_finished',
  'llm_call',
  'llm_result',
] satisfies LogEvent['type'][]);

/** Other events say nothing to sums. */
export function isReadType(type: string): type is LogEvent['type'] {
  return READ_TYPES.has(type);
}

export type TimedNode = { readonly nodeId: string; readonly tookMs: number; readonly isFailed: boolean };

/** What the log of one run says to sums, event by event. */
export class LogFacts {
  readonly calls: ModelCall[] = [];
  /** Executed ones, by their ids without iterations. */
  readonly nodes: TimedNode[] = [];
  /** Time in which the whole run waited for a person or a moment. */
  waitedMs = 0;
  readonly #models = new Map<string, string>();
  #waitsSinceMs: number | undefined;

  add(event: LogEvent): void {
    switch (event.type) {
      case 'done':
      case 'run_resumed':
        if (this.#waitsSinceMs !== undefined) this.waitedMs += Math.max(event.at - this.#waitsSinceMs, 0);
        this.#waitsSinceMs = event.type === 'done' && event.status === 'waiting' ? event.at : undefined;
        break;
      case 'llm_call':
        this.#models.set(event.callId, event.model.name);
        break;
      case 'llm_result':
        this.calls.push({
          model: this.#models.get(event.callId) ?? '',
          tokens: event.usage.totalTokens,
          costUsd: event.usage.costUsd ?? null,
          firstTokenMs: event.firstTokenMs ?? null,
        });
        this.#models.delete(event.callId);
        break;
      case 'node_finished':
        if (isTimed(event) && this.nodes.length < MAX_NODES)
          this.nodes.push({
            nodeId: withoutIterations(event.nodeId),
            tookMs: event.executionTimeMs,
            isFailed: event.status === 'failed',
          });
        break;
      default:
        event satisfies never;
    }
  }
}

function isTimed({ status, executionTimeMs, reused }: Extract<LogEvent, { type: 'node_finished' }>): boolean {
  return (status === 'succeeded' || status === 'failed') && reused === undefined && executionTimeMs > 0;
}
