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

  constructor(
    code: string,
    message: string,
    {
      isRetryable = false,
      path,
      hint,
      privateHost,
      cause,
    }: { isRetryable?: boolean; path?: string; hint?: string; privateHost?: string | undefined; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.isRetryable = isRetryable;
    this.path = path;
    this.hint = hint;
    this.privateHost = privateHost;
  }

  /** The same failure with the path of a config field. */
  inField(path: string): NodeFailure {
    const { code, message, isRetryable, hint, privateHost } = this;
    return new NodeFailure(code, message, { isRetryable, path, ...(hint !== undefined && { hint }), privateHost, cause: this });
  }

  static is(value: unknown): value is NodeFailure {
    return typeof value === 'object' && value !== null && marker in value;
  }
}
