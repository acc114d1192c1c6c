/** An error inside of another one: Prisma wraps the driver's, and others name it as their cause. */
const INNER = ['cause', 'meta', 'driverAdapterError'];
const MAX_DEPTH = 6;

/** Whether an error, or one inside of it, has one of these codes: SQLSTATEs, or those of the system. */
export function hasErrorCode(error: unknown, codes: readonly string[], depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return false;
  const fields = error as Readonly<Record<string, unknown>>;
  if (codes.some((known) => known === fields.code || known === fields.originalCode)) return true;
  return INNER.some((name) => hasErrorCode(fields[name], codes, depth + 1));
}
