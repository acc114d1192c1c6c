/** Tools by purpose. An id that this server does not have is not offered. */
export const toolPacks = {
  /** Delegate, and read what comes back. */
  'orchestrator-base': ['sub-agent', 'read_result', 'time-now'],
  /** Read-only. */
  'worker-research': ['web_search', 'read_url', 'read_result'],
  'worker-project': ['workflow_list', 'workflow_get', 'workflow_validate', 'workflow_create', 'workflow_update'],
  'worker-time': ['time-now'],
  /** What happens on the page of the conversation; not for agents with a task of their own. */
  'ui-control': ['open_url', 'read_tabs'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export const toolPackKeys = Object.keys(toolPacks) as [ToolPackKey, ...ToolPackKey[]];
export type ToolPackKey = keyof typeof toolPacks;
