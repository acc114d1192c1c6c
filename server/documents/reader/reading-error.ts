/** Why a document is not read. It leaves the process as a code and an English sentence. */
export type ReadingCode = 'document-unsupported' | 'document-refused' | 'document-unreadable' | 'document-too-large';

export class ReadingError extends Error {
  readonly code: ReadingCode;

  constructor(code: ReadingCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
