/** Invalid command line: one line with the correction, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
