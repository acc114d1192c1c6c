/** Why a document cannot be written; `path` names the field of the request. */
export class WritingError extends Error {
  override readonly name = 'WritingError';
  readonly path: string;

  constructor(path: string, reason: string) {
    super(reason);
    this.path = path;
  }
}
