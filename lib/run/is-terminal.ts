import type { RunStatus } from './run-status.ts';

/** With which a run ends. */
export const terminalStatuses = ['succeeded', 'failed', 'cancelled'] as const satisfies readonly RunStatus[];

/** Whether nothing follows in a run. Apart from the schema of statuses, for pages that load none. */
export function isTerminal(status: RunStatus): boolean {
  return (terminalStatuses as readonly RunStatus[]).includes(status);
}
