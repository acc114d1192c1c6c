import { TypeError as CelTypeError, EvaluationError, ParseError, type ParseResult } from '@marcbachmann/cel-js';
import { originalText, parseCel } from './cel-environment.ts';
import { chainOf, readCel } from './cel-references.ts';
import { celValue } from './cel-value.ts';
import { ExpressionError, positionOf } from './expression-error.ts';
import { kindOf, MISSING, missingPathError, readPath, type Scope } from './read-path.ts';
import type { ExpressionProblem, Reference } from './reference.ts';
import type { CompiledExpression } from './template.ts';

/**
 * Compiles a CEL source once. Whole numbers come out as numbers; a missing path is an error that says where it broke.
 * @throws {ExpressionError} `expression-invalid`, with its place
 */
export function compileCel(source: string): CompiledExpression {
  const { references, problems, parsed } = analyseCel(source);
  const [problem] = problems;
  if (problem || !parsed)
    throw new ExpressionError('expression-invalid', problem?.message ?? 'Not CEL', { at: problem?.at, hint: problem?.hint });
  const roots = [...new Set(references.map((reference) => reference.root))];
  const guarded = new Set(references.filter((reference) => reference.hasDefault).map((reference) => reference.root));
  const evaluate = (scope: Scope): unknown => {
    const context = contextOf(scope, roots, guarded);
    try {
      return celValue(parsed(context));
    } catch (error) {
      throw failureOf(error, source, scope);
    }
  };
  return { references, evaluate };
}

/** As `compileCel`, for a source that must give true or false; anything else is an error that names what it gave. */
export function compileCondition(source: string): CompiledExpression & { evaluate(scope: Scope): boolean } {
  const { references, evaluate } = compileCel(source);
  return {
    references,
    evaluate: (scope) => {
      const value = evaluate(scope);
      if (typeof value === 'boolean') return value;
      throw new ExpressionError('type-mismatch', `A condition must give true or false; this one gave ${kindOf(value)}`, {
        hint: hintForCondition(value),
      });
    },
  };
}

/** What a CEL source reads, and every problem in it. */
export function analyseCel(source: string): {
  references: readonly Reference[];
  problems: readonly ExpressionProblem[];
  parsed?: ParseResult;
} {
  try {
    const parsed = parseCel(source);
    return { ...readCel(parsed.ast, source), parsed };
  } catch (error) {
    const failure = failureOf(error, source, {});
    const { message, hint, at = { line: 1, column: 1 } } = failure;
    return { references: [], problems: [{ message, at, ...(hint !== undefined && { hint }) }] };
  }
}

function contextOf(scope: Scope, roots: readonly string[], guarded: ReadonlySet<string>): Record<string, unknown> {
  // Without a prototype: cel-js would find `constructor` on a plain object.
  const context: Record<string, unknown> = Object.create(null);
  for (const root of roots) {
    if (Object.hasOwn(scope, root)) context[root] = scope[root];
    // A skipped node has no value; `has(node.field)` must then be false, not an error.
    else if (guarded.has(root)) context[root] = {};
  }
  return context;
}

const MISSING_CODES = new Set(['no_such_key', 'unknown_variable', 'index_out_of_bounds', 'cannot_index_type']);

function failureOf(error: unknown, source: string, scope: Scope): ExpressionError {
  if (error instanceof ExpressionError) return error;
  const isCel = error instanceof EvaluationError || error instanceof ParseError || error instanceof CelTypeError;
  if (!isCel)
    return new ExpressionError('expression-failed', error instanceof Error ? error.message : String(error), { cause: error });
  const at = error.range && positionOf(source, error.range.start);
  if (error instanceof ParseError) {
    const hint = hintForSyntax(error.code, error.summary, source);
    return new ExpressionError('expression-invalid', originalText(error.summary), { at, hint, cause: error });
  }
  const chain =
    MISSING_CODES.has(error.code) && error.node && 'args' in error.node
      ? chainOf(error.node as Parameters<typeof chainOf>[0])
      : undefined;
  if (chain && readPath(scope, [chain.root, ...chain.path]) === MISSING) {
    const isLocal = !Object.hasOwn(scope, chain.root) && error.code !== 'unknown_variable';
    if (isLocal)
      return new ExpressionError('unknown-reference', `${chain.root} has no field '${String(chain.path.at(-1))}'`, {
        at,
        cause: error,
      });
    const missing = missingPathError(scope, chain.root, chain.path);
    const hint = Object.hasOwn(scope, chain.root) || missing.hint?.startsWith('Did you mean') ? missing.hint : undefined;
    return new ExpressionError('unknown-reference', missing.message, {
      at: positionOf(source, chain.rootNode.start),
      hint: hint ?? guardHint(chain.path),
      cause: error,
    });
  }
  return new ExpressionError('expression-failed', originalText(error.summary), { at, cause: error });
}

function guardHint(path: readonly (string | number)[]): string {
  return path.length > 0
    ? 'If it may be missing, ask first with has(…)'
    : 'If the node may be skipped, ask first with has(node.field)';
}

function hintForSyntax(code: string, summary: string, source: string): string | undefined {
  if (source.trim() === '') return 'Write a condition, as in start.count > 3';
  if (source.includes('{{')) return 'No {{ }} here: write the path alone, as in start.count > 3';
  if (code === 'reserved_identifier') return 'This word is reserved; give the node another id';
  if (/'='/.test(summary) || /[^=!<>]=[^=]/.test(source)) return "To compare, write '=='";
  return /\b(and|or|not)\b/.test(source) ? "Write '&&', '||' and '!' for and, or and not" : undefined;
}

function hintForCondition(value: unknown): string {
  if (typeof value === 'string') return "Compare it, as in … == 'yes'";
  if (typeof value === 'number') return 'Compare it, as in … > 0';
  return 'Compare it with something';
}
