import { z } from 'zod';
import type { WorkflowNode } from './workflow.ts';

export const joinModeSchema = z.enum(['all', 'any', 'first']);
export type JoinMode = z.output<typeof joinModeSchema>;

/** How a node waits for its branches. Only an enabled `join` can start before all branches are decided. */
export function joinModeOf({ type, config, options }: Pick<WorkflowNode, 'type' | 'config' | 'options'>): JoinMode {
  if (type !== 'join' || options?.disabled === true) return 'all';
  const mode = joinModeSchema.safeParse(config.mode ?? 'first');
  return mode.success ? mode.data : 'all';
}

/** Whether it continues with the first of its branches. */
export function isRace(node: Pick<WorkflowNode, 'type' | 'config' | 'options'>): boolean {
  return joinModeOf(node) !== 'all';
}
