import type { Workflow } from './workflow.ts';

/** Whether a run leaves something to the next run of its session: a variable, or a conversation. */
export function keepsSession({ settings, nodes }: Pick<Workflow, 'settings' | 'nodes'>): boolean {
  return settings.session !== undefined || nodes.some(({ config }) => config.conversationScope === 'session');
}
