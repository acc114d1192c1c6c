/** The command cannot do what was written: told in one line with what to write instead, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
