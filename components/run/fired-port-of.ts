import type { NodeState } from '#lib/run/run-state.ts';

/** The way a node took; undefined where there was only one. */
export function firedPortOf({ ports }: Pick<NodeState, 'ports'>): string | undefined {
  return ports?.find((name) => name !== 'out');
}
