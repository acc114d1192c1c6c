import type { NodeState, ToolCallState } from '#lib/run/run-state.ts';

/** How a tool was used by one node in a run. */
export type ToolUse = {
  readonly count: number;
  /** Of the calls that ended; undefined before the first has. */
  readonly durationMs: number | undefined;
  /** `waiting`, else `running`, if one of the calls is; otherwise of the latest call. */
  readonly state: 'running' | 'waiting' | 'succeeded' | 'failed' | 'cancelled';
  /** One of the calls ran another agent. */
  readonly isAgent: boolean;
};

const states: Readonly<Record<ToolCallState['status'], ToolUse['state']>> = {
  pending: 'waiting',
  running: 'running',
  success: 'succeeded',
  error: 'failed',
  cancelled: 'cancelled',
  invalid: 'failed',
};

function stateOf(before: ToolUse['state'] | undefined, latest: ToolUse['state']): ToolUse['state'] {
  if (before === 'waiting' || latest === 'waiting') return 'waiting';
  return before === 'running' ? before : latest;
}

/** The calls of a node, by tool. */
export function toolUsesOf(calls: NodeState['toolCalls']): ReadonlyMap<string, ToolUse> {
  const uses = new Map<string, ToolUse>();
  for (const { name, status, durationMs, worker } of calls) {
    const before = uses.get(name);
    uses.set(name, {
      count: (before?.count ?? 0) + 1,
      durationMs: durationMs === undefined ? before?.durationMs : (before?.durationMs ?? 0) + durationMs,
      state: stateOf(before?.state, states[status]),
      isAgent: before?.isAgent === true || worker !== undefined,
    });
  }
  return uses;
}
