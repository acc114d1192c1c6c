import type { ErrorCode } from '../errors/app-error.ts';

/** A failed request. Additional codes: `connection-failed` and `response-invalid`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly code: ErrorCode | 'connection-failed' | 'response-invalid';
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly requestId: string | undefined;

  constructor(
    {
      status,
      code,
      details,
      requestId,
    }: { status: number; code: ApiError['code']; details?: Record<string, unknown> | undefined; requestId?: string },
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
  }
}
