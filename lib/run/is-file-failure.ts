/** What visitors read instead of the code of a file that could not be read. */
export const FILE_FAILURE = 'file-unreadable';

const CODES: ReadonlySet<string> = new Set([
  FILE_FAILURE,
  'document-unsupported',
  'document-unreadable',
  'document-refused',
  'document-too-large',
]);

/** Whether a run failed because of a file, so that another attempt with it fails as well. */
export function isFileFailure(code: string | undefined): boolean {
  return code !== undefined && CODES.has(code);
}
