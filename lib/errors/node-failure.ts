const marker = Symbol.for('threadloom.node-failure');

/** A node's expected failure: becomes the error port's value, or ends the run. `isRetryable` says whether another attempt may help. */
export class NodeFailure extends Error {
  override readonly name = 'NodeFailure';
  readonly [marker] = true;
  readonly code: string;
  readonly isRetryable: boolean;
  readonly path: string | undefined;
  readonly hint: string | undefined;

  constructor(
    code: string,
    message: string,
    { isRetryable = false, path, hint, cause }: { isRetryable?: boolean; path?: string; hint?: string; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.isRetryable = isRetryable;
    this.path = path;
    this.hint = hint;
  }

  static is(value: unknown): value is NodeFailure {
    return typeof value === 'object' && value !== null && marker in value;
  }
}
