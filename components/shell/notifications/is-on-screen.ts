import type { Notification } from '#lib/api/socket-messages.ts';

type Subject = Pick<Notification, 'kind' | 'runId' | 'workflowId' | 'sessionId'>;

/** Whether the page at a path shows what a notification is about. */
export function isOnScreen({ kind, runId, workflowId, sessionId }: Subject, pathname: string): boolean {
  const [page, id] = pathname.split('/').slice(1);
  if (kind === 'approval-requested' && page === 'approvals') return true;
  if (page === 'runs') return id === runId;
  if (page === 'workflows') return id === workflowId || workflowId === null;
  return page === 'sessions' && sessionId !== null;
}
