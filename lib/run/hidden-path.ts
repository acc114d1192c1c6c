import type { NodePath } from './node-path.ts';

/** Names of containers, of the workflows that they called as tools, and of the node itself. */
const NAME = /[a-z][a-z0-9_-]*/g;

/**
 * The path of a node with a number for each name that its author chose, the same one for the same name.
 * @example `each[2]/write` is `n2hx…[2]/n9ab…`
 */
export function hiddenPath(path: NodePath): NodePath {
  return path.replace(NAME, hiddenName);
}

/** 53 bits of the hash cyrb53. Web Crypto is asynchronous, and each event of a stream has a path. */
function hiddenName(name: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return `n${(4294967296 * (2097151 & low) + (high >>> 0)).toString(36)}`;
}
