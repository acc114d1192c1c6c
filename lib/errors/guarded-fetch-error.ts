const marker = Symbol.for('threadloom.guarded-fetch-error');

/**
 * Why a guarded fetch gave no answer. `url-refused`: the address (or one it redirects or resolves to) is not allowed.
 * `request-invalid`: a method or header that is not sent. `connection-failed` is the only one where another attempt may help.
 */
export type GuardedFetchErrorCode =
  | 'url-refused'
  | 'request-invalid'
  | 'response-too-large'
  | 'too-many-redirects'
  | 'connection-failed';

/** `message` names the address at fault, without its query, which may hold a key. */
export class GuardedFetchError extends Error {
  override readonly name = 'GuardedFetchError';
  readonly [marker] = true;
  readonly code: GuardedFetchErrorCode;
  /** What to do about it, where something can be done. */
  readonly hint: string | undefined;

  constructor(code: GuardedFetchErrorCode, message: string, { cause, hint }: { cause?: unknown; hint?: string } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.hint = hint;
  }

  /** True for a GuardedFetchError of any copy of this module. */
  static is(value: unknown): value is GuardedFetchError {
    return typeof value === 'object' && value !== null && marker in value;
  }
}
