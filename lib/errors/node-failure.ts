const marker = Symbol.for('threadloom.node-failure');

/**
 * An expected failure of a node: becomes the value of its error port, or fails the run.
 * `isRetryable`: a retry may help.
 */
export class NodeFailure extends Error {
  override readonly name = 'NodeFailure';
  readonly [marker] = true;
  readonly code: string;
  readonly isRetryable: boolean;
  readonly path: string | undefined;
  readonly hint: string | undefined;
  /** `host:port` that was refused and that an administrator may allow. */
  readonly privateHost: string | undefined;
  /** How long the server asks to wait before a retry. */
  readonly retryAfterMs: number | undefined;

  constructor(
    code: string,
    message: string,
    {
      isRetryable = false,
      path,
      hint,
      privateHost,
      retryAfterMs,
      cause,
    }: {
      isRetryable?: boolean;
      path?: string;
      hint?: string;
      privateHost?: string | undefined;
      retryAfterMs?: number | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.isRetryable = isRetryable;
    this.path = path;
    this.hint = hint;
    this.privateHost = privateHost;
    this.retryAfterMs = retryAfterMs;
  }

  /** The same failure with the path of a config field. */
  inField(path: string): NodeFailure {
    const { code, message, isRetryable, hint, privateHost, retryAfterMs } = this;
    const kept = { isRetryable, ...(hint !== undefined && { hint }), privateHost, retryAfterMs };
    return new NodeFailure(code, message, { ...kept, path, cause: this });
  }

  static is(value: unknown): value is NodeFailure {
    return typeof value === 'object' && value !== null && marker in value;
  }
}
