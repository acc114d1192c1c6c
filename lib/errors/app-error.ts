/** Codes of all errors of the API, the CLI and the library, with their HTTP status. Public numbers: `errorNumber`. */
export const errorCodes = {
  'authentication-failed': { status: 401 },
  'permission-denied': { status: 403 },
  'host-refused': { status: 403 },
  'origin-refused': { status: 403 },
  'not-found': { status: 404 },
  'run-active': { status: 409 },
  'run-not-found': { status: 404 },
  'run-ended': { status: 409 },
  'approval-not-found': { status: 404 },
  'body-invalid': { status: 400 },
  'body-too-large': { status: 413 },
  'body-timeout': { status: 408 },
  'method-not-allowed': { status: 405 },
  'content-type-unsupported': { status: 415 },
  'workflow-invalid': { status: 422 },
  'inputs-invalid': { status: 422 },
  'fork-invalid': { status: 422 },
  'idempotency-key-reused': { status: 422 },
  'revision-stale': { status: 409 },
  'revision-required': { status: 428 },
  'slug-taken': { status: 409 },
  'setting-locked': { status: 409 },
  'name-taken': { status: 409 },
  'mcp-failed': { status: 422 },
  'knowledge-failed': { status: 422 },
  'document-unusable': { status: 422 },
  'authorization-failed': { status: 422 },
  'rate-limited': { status: 429 },
  'model-not-found': { status: 422 },
  'graph-unusable': { status: 422 },
  'config-invalid': { status: 500 },
  'data-folder-unusable': { status: 500 },
  'database-failed': { status: 500 },
  'secret-unreadable': { status: 500 },
  'backup-unusable': { status: 422 },
  'target-not-empty': { status: 409 },
  'lease-lost': { status: 409 },
  unavailable: { status: 503 },
  'disk-full': { status: 507 },
  internal: { status: 500 },
} as const satisfies Record<string, { status: number }>;

export type ErrorCode = keyof typeof errorCodes;

const marker = Symbol.for('threadloom.app-error');

/**
 * `code` is stable; `message` says what happened and where. `details` is plain JSON that is sent to
 * the caller, so it must not contain secrets.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly [marker] = true;
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(code: ErrorCode, message: string, { cause, details }: { cause?: unknown; details?: Record<string, unknown> } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.details = details;
  }

  /** True for an AppError of any copy of this module. */
  static is(value: unknown): value is AppError {
    return typeof value === 'object' && value !== null && marker in value;
  }
}
