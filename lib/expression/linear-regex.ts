import { loadedPatternCompiler } from '#lib/expression/pattern-compiler.ts';
import type { CompiledPattern } from './compile-pattern.ts';
import { ExpressionError } from './expression-error.ts';
import { PatternError } from './pattern-error.ts';

const MAX_TEXT_CHARS = 20_000;
const MAX_CACHED_PATTERNS = 100;
/** Instructions × characters of one match: about one second with re2js' slowest engine (0.1 µs per step). */
const MAX_MATCH_STEPS = 10_000_000;
const MS_PER_STEP = 0.0001;
const COMPILE_MS_PER_CHAR = 0.2;
/** Limit for compiling and matching in one evaluation, which blocks the event loop. */
const MAX_EVALUATION_MS = 1_000;

/** cel-js passes no context to functions. Evaluations are synchronous, so at most one budget is active. */
let msLeft = Number.POSITIVE_INFINITY;

/** All patterns that `evaluate` matches share one budget. */
export function withPatternBudget<T>(evaluate: () => T): T {
  if (msLeft !== Number.POSITIVE_INFINITY) return evaluate();
  msLeft = MAX_EVALUATION_MS;
  try {
    return evaluate();
  } finally {
    msLeft = Number.POSITIVE_INFINITY;
  }
}

/**
 * Whether a text contains a match, by RE2's rules and in linear time. RegExp takes exponential time
 * for some patterns (`(a+)+$`), and pattern and text may come from users and models.
 * @throws {ExpressionError} `expression-invalid` for an invalid pattern, `expression-limit` for a
 * text that is too long or an exhausted budget
 */
export function matchesPattern(pattern: string, text: string): boolean {
  return withinBudget(pattern, text, (compiled) => compiled.test(text));
}

/** The first match of a pattern and what its groups caught; empty without a match. Limited as `matchesPattern`. */
export function findPattern(pattern: string, text: string): readonly string[] {
  return withinBudget(pattern, text, (compiled) => compiled.find(text) ?? []);
}

function withinBudget<T>(pattern: string, text: string, work: (compiled: CompiledPattern) => T): T {
  if (text.length > MAX_TEXT_CHARS)
    throw new ExpressionError(
      'expression-limit',
      `A pattern reads at most ${MAX_TEXT_CHARS} characters; this text has ${text.length}`,
    );
  const compiled = cachedPattern(pattern);
  const steps = compiled.instructions * (text.length + 1);
  if (msLeft <= 0 || steps > MAX_MATCH_STEPS)
    throw new ExpressionError('expression-limit', 'The patterns of this expression are too much work for such long texts');
  return spend(steps * MS_PER_STEP, () => work(compiled));
}

/** Charges the measured time, limited by the input size: small patterns must not fail on a busy machine. */
function spend<T>(atMostMs: number, work: () => T): T {
  const startedAt = performance.now();
  const result = work();
  msLeft -= Math.min(performance.now() - startedAt, atMostMs);
  return result;
}

const cache = new Map<string, CompiledPattern>();

function cachedPattern(pattern: string): CompiledPattern {
  const cached = cache.get(pattern);
  if (cached) return cached;
  const compiled = spend(pattern.length * COMPILE_MS_PER_CHAR, () => compileOrThrow(pattern));
  if (cache.size >= MAX_CACHED_PATTERNS) cache.clear();
  cache.set(pattern, compiled);
  return compiled;
}

function compileOrThrow(pattern: string): CompiledPattern {
  try {
    const compilePattern = loadedPatternCompiler();
    if (!compilePattern) throw new PatternError('patterns are not loaded yet');
    return compilePattern(pattern);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    throw new ExpressionError('expression-invalid', `The pattern ${JSON.stringify(pattern)} cannot be used: ${error.message}`);
  }
}
