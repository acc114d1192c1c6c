import { type ASTNode, TypeError as CelTypeError, EvaluationError, ParseError, type ParseResult } from '@marcbachmann/cel-js';
import { standInOf } from './body-names.ts';
import { originalText, parseCel } from './cel-environment.ts';
import { chainOf, readCel } from './cel-references.ts';
import { withStepLimit } from './cel-steps.ts';
import { celValue } from './cel-value.ts';
import { ExpressionError, positionOf } from './expression-error.ts';
import { withPatternBudget } from './linear-regex.ts';
import { mismatchOf } from './mismatch-words.ts';
import { kindOf, MISSING, missingPathError, readPath, type Scope } from './read-path.ts';
import type { ExpressionProblem, Reference } from './reference.ts';
import { syntaxErrorText } from './syntax-error-text.ts';
import type { CompiledExpression } from './template.ts';

/**
 * Compiles a CEL source. Integers become numbers; a missing path is an error with its position.
 * @throws {ExpressionError} `expression-invalid`, with its position
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
      return celValue(withStepLimit(() => withPatternBudget(() => parsed(context))));
    } catch (error) {
      throw failureOf(error, { source, scope, references });
    }
  };
  return { references, evaluate };
}

/** As `compileCel`, for a boolean result; other results are errors. */
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

/** References and problems of a CEL source. */
export function analyseCel(source: string): {
  references: readonly Reference[];
  problems: readonly ExpressionProblem[];
  parsed?: ParseResult;
} {
  try {
    const parsed = parseCel(source);
    return { ...readCel(parsed.ast, source), parsed };
  } catch (error) {
    const failure = failureOf(error, { source, scope: {}, references: [] });
    const { message, hint, at = { line: 1, column: 1 } } = failure;
    return { references: [], problems: [{ message, at, ...(hint !== undefined && { hint }) }] };
  }
}

function contextOf(scope: Scope, roots: readonly string[], guarded: ReadonlySet<string>): Record<string, unknown> {
  // Without a prototype: cel-js would find `constructor` on a plain object.
  const context: Record<string, unknown> = Object.create(null);
  for (const root of roots) {
    if (Object.hasOwn(scope, root)) context[standInOf(root)] = scope[root];
    // A skipped node has no value; `has(node.field)` must then be false instead of an error.
    else if (guarded.has(root)) context[standInOf(root)] = {};
  }
  return context;
}

type Failing = { readonly source: string; readonly scope: Scope; readonly references: readonly Reference[] };

function failureOf(error: unknown, failing: Failing): ExpressionError {
  if (error instanceof ExpressionError) return error;
  const isCel = error instanceof EvaluationError || error instanceof ParseError || error instanceof CelTypeError;
  if (!isCel)
    return new ExpressionError('expression-failed', error instanceof Error ? error.message : String(error), { cause: error });
  const at = error.range && positionOf(failing.source, error.range.start);
  if (!(error instanceof ParseError)) {
    const { message = originalText(error.summary), hint } = mismatchOf(error) ?? {};
    return missingPath(error, failing) ?? new ExpressionError('expression-failed', message, { at, hint, cause: error });
  }
  const hint = hintForSyntax(error.code, error.summary, failing.source);
  return new ExpressionError('expression-invalid', originalText(syntaxErrorText(error)), { at, hint, cause: error });
}

const MISSING_CODES = new Set(['no_such_key', 'unknown_variable', 'index_out_of_bounds', 'cannot_index_type']);

function missingPath(error: EvaluationError | CelTypeError, { source, scope, references }: Failing): ExpressionError | undefined {
  const chain = MISSING_CODES.has(error.code) && error.node && 'args' in error.node ? chainOf(error.node as ASTNode) : undefined;
  if (!chain) return undefined;
  const at = positionOf(source, chain.rootNode.start);
  const reference = references.find((one) => one.root === chain.root && one.at.line === at.line && one.at.column === at.column);
  if (!reference) {
    const message = `${chain.root} has no field '${String(chain.path.at(-1))}'`;
    return new ExpressionError('unknown-reference', message, {
      at: error.range && positionOf(source, error.range.start),
      cause: error,
    });
  }
  if (readPath(scope, [chain.root, ...reference.path]) !== MISSING) return undefined;
  const missing = missingPathError(scope, reference.root, reference.path);
  const isHelpful = Object.hasOwn(scope, chain.root) || missing.hint?.startsWith('Did you mean');
  const hint = (isHelpful ? missing.hint : undefined) ?? guardHint(reference.path);
  return new ExpressionError('unknown-reference', missing.message, { at, hint, cause: error });
}

function guardHint(path: readonly (string | number)[]): string {
  return path.length > 0 ? 'If it may be missing, check has(…) first' : 'If the node may be skipped, check has(node.field) first';
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
