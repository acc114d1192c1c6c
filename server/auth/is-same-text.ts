import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Whether two texts are equal, in constant time: the duration reveals neither where they differ nor how
 * long they are.
 */
export function isSameText(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
}
