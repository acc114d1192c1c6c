import { NodeFailure } from '../errors/node-failure.ts';

/** Position in the text of an expression, from 1; columns count UTF-16 units, as editors do. */
export type TextPosition = { readonly line: number; readonly column: number };

export type ExpressionErrorCode =
  | 'expression-invalid'
  | 'unknown-reference'
  | 'expression-failed'
  | 'expression-limit'
  | 'type-mismatch';

/**
 * The only error of expressions. The engine treats it as an expected failure of the node. `path`
 * names the config field if a whole config was compiled.
 */
export class ExpressionError extends NodeFailure {
  declare readonly code: ExpressionErrorCode;
  readonly at: TextPosition | undefined;

  constructor(
    code: ExpressionErrorCode,
    message: string,
    {
      at,
      hint,
      path,
      cause,
    }: { at?: TextPosition | undefined; hint?: string | undefined; path?: string | undefined; cause?: unknown } = {},
  ) {
    super(code, message, {
      ...(hint !== undefined && { hint }),
      ...(path !== undefined && { path }),
      ...(cause !== undefined && { cause }),
    });
    this.at = at;
  }

  /** The same error at another position. */
  atPosition(at: TextPosition | undefined): ExpressionError {
    return new ExpressionError(this.code, this.message, { at, hint: this.hint, path: this.path, cause: this.cause ?? this });
  }

  /** The same error with the path of a config field. */
  override inField(path: string): ExpressionError {
    return new ExpressionError(this.code, this.message, { at: this.at, hint: this.hint, path, cause: this.cause ?? this });
  }
}

/** Line and column of an offset. */
export function positionOf(source: string, offset: number): TextPosition {
  const lineStarts = lineStartsOf(source);
  let line = 1;
  for (let end = lineStarts.length; line < end; ) {
    const middle = (line + end) >> 1;
    if ((lineStarts[middle] ?? 0) <= offset) line = middle + 1;
    else end = middle;
  }
  return { line, column: offset - (lineStarts[line - 1] ?? 0) + 1 };
}

/** The offset of a position. */
export function offsetOf(source: string, { line, column }: TextPosition): number {
  return (lineStartsOf(source)[line - 1] ?? source.length) + column - 1;
}

/**
 * Cached for the last text: counting lines for each reference took 30 seconds for a template of
 * 60,000 tags.
 */
const MIN_CACHED_CHARS = 1000;
let lastLines: { readonly source: string; readonly starts: readonly number[] } | undefined;

function lineStartsOf(source: string): readonly number[] {
  if (lastLines?.source === source) return lastLines.starts;
  const starts = [0];
  for (let i = source.indexOf('\n'); i !== -1; i = source.indexOf('\n', i + 1)) starts.push(i + 1);
  // The short sources of tags must not displace the template around them.
  if (source.length >= MIN_CACHED_CHARS) lastLines = { source, starts };
  return starts;
}
