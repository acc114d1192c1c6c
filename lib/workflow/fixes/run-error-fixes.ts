import { valueAtPath } from '../../json/set-at-path.ts';
import type { NodeError } from '../../run/run-event.ts';
import type { Problem } from '../problem.ts';
import type { Workflow } from '../workflow.ts';
import { type Fix, makeFix } from './fix.ts';

type ErrorOfRun = Pick<NodeError, 'code' | 'nodeId' | 'path'>;

/**
 * What mends the draft so that the next run does not fail in the same way: the fixes of the draft's
 * problem at the same field, or of the error itself. None if the draft no longer has the mistake.
 */
export function fixesOfRunError(error: ErrorOfRun, workflow: Workflow, problems: readonly Problem[]): readonly Fix[] {
  const node = workflow.nodes.find(({ id }) => id === error.nodeId);
  if (!node) return [];
  if (error.code === 'model-not-found') {
    const path = ['config', 'model'];
    const from = valueAtPath(node, path);
    if (from === undefined || from === 'default') return [];
    return [makeFix('useModel', { model: 'default' }, { kind: 'write', nodeId: node.id, path, from, to: 'default' })];
  }
  const atField = problems.filter(({ nodeId, path }) => nodeId === node.id && isSameField(path, error.path));
  return atField.find(({ fixes }) => fixes)?.fixes ?? [];
}

/** An error may name the field that holds the faulty value. */
function isSameField(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  const isInside = (inner: string, outer: string) => inner.startsWith(outer) && /^($|[.[])/.test(inner.slice(outer.length));
  return isInside(one, other) || isInside(other, one);
}
