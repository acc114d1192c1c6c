import { type ASTNode, TypeError as CelTypeError, EvaluationError, ParseError, type ParseResult } from '@marcbachmann/cel-js';
import { once } from '../async/once.ts';
import { standInOf } from './body-names.ts';
import { celDefinitions, originalText, parseCel } from './cel-environment.ts';
import { chainOf, isTypeName, type KnownFunctions, readCel } from './cel-references.ts';
import { withStepLimit } from './cel-steps.ts';
import { celValue } from './cel-value.ts';
import { ExpressionError, positionOf } from './expression-error.ts';
import { withPatternBudget } from './linear-regex.ts';
import { mismatchOf } from './mismatch-words.ts';
import { atMoment, MOMENT_KEY } from './moment.ts';
import { kindOf, MISSING, missingPathError, readPath, type Scope } from './read-path.ts';
import type { ExpressionProblem, Reference } from './reference.ts';
import { syntaxErrorText } from './syntax-error-text.ts';
import type { CompiledExpression } from './template.ts';

/**
 * Compiles a CEL source. Integers become numbers; a missing path is an error with its position.
 * @throws {ExpressionError} `expression-invalid`, with its position
 */
export function compileCel(source: string): CompiledExpression {
  return compileAnalysed(source, analyseCel(source));
}

/** As `compileCel`, for a source that was analysed before. */
export function compileAnalysed(source: string, { references, problems, parsed, usesMoment }: CelAnalysis): CompiledExpression {
  const [problem] = problems;
  if (problem || !parsed)
    throw new ExpressionError('expression-invalid', problem?.message ?? 'Not CEL', { at: problem?.at, hint: problem?.hint });
  const roots = [...new Set(references.map((reference) => reference.root))];
  const guarded = new Set(references.filter((reference) => reference.hasDefault).map((reference) => reference.root));
  const evaluate = (scope: Scope): unknown => {
    const context = contextOf(scope, roots, guarded);
    try {
      return celValue(withLimits(scope, () => parsed(context)));
    } catch (error) {
      throw failureOf(error, { source, scope, references });
    }
  };
  return { references, usesMoment, evaluate };
}

/** Evaluations inside of `evaluate` share limits and see one moment. */
export function withLimits<T>(scope: Scope, evaluate: () => T): T {
  return withStepLimit(() => withPatternBudget(() => atMoment(scope[MOMENT_KEY], evaluate)));
}

/** As `compileCel`, for a boolean result; other results are errors. */
export function compileCondition(source: string): CompiledExpression & { evaluate(scope: Scope): boolean } {
  const { evaluate, ...compiled } = compileCel(source);
  return {
    ...compiled,
    evaluate: (scope) => {
      const value = evaluate(scope);
      if (typeof value === 'boolean') return value;
      throw new ExpressionError('type-mismatch', `A condition must give true or false; this one gave ${kindOf(value)}`, {
        hint: hintForCondition(value),
      });
    },
  };
}

export type CelAnalysis = {
  readonly references: readonly Reference[];
  readonly problems: readonly ExpressionProblem[];
  readonly usesMoment: boolean;
  readonly parsed?: ParseResult;
};

/** References and problems of a CEL source; never throws. */
export function analyseCel(source: string): CelAnalysis {
  try {
    const parsed = parseCel(source);
    const reading = readCel(parsed.ast, source, knownFunctions());
    return { ...reading, parsed };
  } catch (error) {
    return { references: [], problems: [problemOf(error, source)], usesMoment: false };
  }
}

/** The first operator or function that cannot work with the literals and results in it. */
export function checkCel(source: string, { parsed, references }: CelAnalysis): ExpressionProblem | undefined {
  // cel-js would take a node with the name of a type for the type.
  if (!parsed || references.some(({ root }) => isTypeName(root))) return undefined;
  const { error } = parsed.check();
  return error && problemOf(error, source);
}

function problemOf(error: unknown, source: string): ExpressionProblem {
  const { message, hint, at = { line: 1, column: 1 } } = failureOf(error, { source, scope: {}, references: [] });
  return { message, at, ...(hint !== undefined && { hint }) };
}

/** Names of functions; the functions of namespaces, such as `optional.of`, count as methods. */
const knownFunctions = once((): KnownFunctions => {
  const known = celDefinitions();
  return {
    calls: new Set(known.flatMap(({ name, receiverType }) => (receiverType === null ? [name] : []))),
    methods: new Set(known.flatMap(({ name, receiverType }) => (receiverType === null ? [] : [name]))),
  };
});

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
    const { message = originalText(error.summary), hint } = mismatchOf(error) ?? outsideOf(error, failing.source) ?? {};
    return missingPath(error, failing) ?? new ExpressionError('expression-failed', message, { at, hint, cause: error });
  }
  const hint = hintForSyntax(error.code, error.summary, failing.source);
  return new ExpressionError('expression-invalid', originalText(syntaxErrorText(error)), { at, hint, cause: error });
}

/** An index that the list does not have: those of CEL count from the start, unlike those of templates. */
function outsideOf(error: EvaluationError | CelTypeError, source: string): { message: string; hint: string } | undefined {
  const node = error.node as ASTNode | undefined;
  if (error.code !== 'index_out_of_bounds' || node?.op !== '[]') return undefined;
  const [holder, key] = node.args;
  const text = source.slice(holder.start, holder.end);
  // The range of a node is without the parentheses around it.
  const list = source.slice(holder.end, key.start).includes(')') ? `(${text})` : text;
  const item = `${list}[${source.slice(key.start, key.end)}]`;
  return { message: `There is no item ${item}`, hint: `Indexes count from 0. The last item is ${list}.slice(-1)[0]` };
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
  const isHelpful = Object.hasOwn(scope, chain.root) || /^Did you mean/.test(missing.hint ?? '');
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
  if (/[^|]\|[^|]/.test(source)) return 'Filters do not work in CEL: call a function, as in lower(start.name)';
  if (/'='/.test(summary) || /[^=!<>]=[^=]/.test(source)) return "To compare, write '=='";
  return /\b(and|or|not)\b/.test(source) ? "Write '&&', '||' and '!' for and, or and not" : undefined;
}

function hintForCondition(value: unknown): string {
  if (typeof value === 'string') return "Compare it, as in … == 'yes'";
  if (typeof value === 'number') return 'Compare it, as in … > 0';
  return 'Compare it with something';
}
