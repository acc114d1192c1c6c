/** A string without these is its own value. */
export function hasTags(source: string): boolean {
  return source.includes('{{') || source.includes('{%');
}
