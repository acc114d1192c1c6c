import { isReservedId } from '../checks/check-ids.ts';
import type { NodeId } from '../workflow.ts';

const MAX_LENGTH = 64;

/** An id that is not taken: `answer`, else `answer_2` and so on. `wanted` may be any text; a number at its end starts over. */
export function newNodeId(wanted: string, taken: { has(id: NodeId): boolean }): NodeId {
  const plain = wanted
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .replace(/(_+\d*)+$/, '')
    .slice(0, MAX_LENGTH - 6);
  const base = plain === '' ? 'node' : plain;
  const isFree = (id: NodeId) => !taken.has(id) && !isReservedId(id);
  if (isFree(base)) return base;
  let number = 2;
  while (!isFree(`${base}_${number}`)) number++;
  return `${base}_${number}`;
}
