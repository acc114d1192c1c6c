const marker = Symbol.for('threadloom.guarded-fetch-error');

/**
 * Why a guarded fetch failed. `url-refused`: the URL, or one it redirects or resolves to, is not
 * allowed. `request-invalid`: the method or a header is not allowed. `credential-missing`: none fills
 * the slot. `credential-refused`: it may not be sent there.
 * `credential-unusable`: it has no access token. Only `connection-failed` may succeed on
 * retry.
 */
export type GuardedFetchErrorCode =
  | 'url-refused'
  | 'request-invalid'
  | 'credential-missing'
  | 'credential-refused'
  | 'credential-unusable'
  | 'response-too-large'
  | 'too-many-redirects'
  | 'connection-failed';

/** `message` names the URL without its query, which may contain a key. */
export class GuardedFetchError extends Error {
  override readonly name = 'GuardedFetchError';
  readonly [marker] = true;
  readonly code: GuardedFetchErrorCode;
  /** What to do about it. */
  readonly hint: string | undefined;
  /** `host:port` that an administrator may allow; undefined if that would not help. */
  readonly privateHost: string | undefined;

  constructor(
    code: GuardedFetchErrorCode,
    message: string,
    { cause, hint, privateHost }: { cause?: unknown; hint?: string; privateHost?: string } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.hint = hint;
    this.privateHost = privateHost;
  }

  /** True for a GuardedFetchError of any copy of this module. */
  static is(value: unknown): value is GuardedFetchError {
    return typeof value === 'object' && value !== null && marker in value;
  }
}
