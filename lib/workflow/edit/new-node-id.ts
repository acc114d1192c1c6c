import { isReservedId } from '../checks/check-ids.ts';
import type { NodeId } from '../workflow.ts';

const MAX_LENGTH = 64;

/** Without `_2`, `_2_3` or `_` at its end. */
function withoutNumber(id: string): string {
  let end = id.length;
  for (let at = end; at > 0 && /[_0-9]/.test(id[at - 1] as string); at--) if (id[at - 1] === '_') end = at - 1;
  return id.slice(0, end);
}

/**
 * A free id: `answer`, else `answer_2` and so on. `wanted` may be any text; a trailing number is
 * replaced.
 */
export function newNodeId(wanted: string, taken: { has(id: NodeId): boolean }): NodeId {
  const plain = wanted
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, MAX_LENGTH - 6);
  const base = withoutNumber(plain) || 'node';
  const isFree = (id: NodeId) => !taken.has(id) && !isReservedId(id);
  if (isFree(base)) return base;
  let number = 2;
  while (!isFree(`${base}_${number}`)) number++;
  return `${base}_${number}`;
}
