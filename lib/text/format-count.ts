/** A number as messages write it: `20,000,000`. The same in all languages. */
export function formatCount(count: number): string {
  return count.toLocaleString('en');
}
