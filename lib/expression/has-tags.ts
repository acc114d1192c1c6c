/** A string without tags is a literal. */
export function hasTags(source: string): boolean {
  return source.includes('{{') || source.includes('{%');
}
