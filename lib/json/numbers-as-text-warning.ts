/** What a result says of numbers that a double does not hold; nothing without any. */
export function numbersAsTextWarning(fields: readonly string[] = []): string[] {
  if (fields.length === 0) return [];
  return [`numbers with more digits than a number holds are texts: ${fields.map((field) => field || 'the value').join(', ')}`];
}
