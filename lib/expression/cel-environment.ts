import { type ASTNode, Environment, type ParseResult } from '@marcbachmann/cel-js';
import { withOwnNames, withStandIns } from './body-names.ts';
import { childrenOf } from './cel-references.ts';
import { countSteps } from './cel-steps.ts';
import { ExpressionError } from './expression-error.ts';
import { matchesPattern } from './linear-regex.ts';

const MAX_SOURCE_CHARS = 10_000;

/**
 * CEL's own `matches` uses the backtracking RegExp and cannot be overridden. Calls are renamed to
 * this function; the name has the same length.
 */
const OWN_MATCHES = 'matchez';

const environment = new Environment({
  unlistedVariablesAreDyn: true,
  enableOptionalTypes: true,
  homogeneousAggregateLiterals: false,
  limits: { maxAstNodes: 500, maxDepth: 30, maxListElements: 100, maxMapEntries: 100 },
});
environment.registerFunction(`string.${OWN_MATCHES}(string): bool`, (text: string, pattern: string) =>
  matchesPattern(pattern, text),
);

// JSON numbers are doubles and integer literals are ints: without these overloads `node.count + 1`
// is an error.
const arithmetic: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
};
for (const [sign, apply] of Object.entries(arithmetic)) {
  environment.registerOperator(`double ${sign} int`, (a: number, b: bigint) => apply(a, Number(b)));
  environment.registerOperator(`int ${sign} double`, (a: bigint, b: number) => apply(Number(a), b));
}
environment.registerOperator('double % double', (a: number, b: number) => a % b);

/** Parses a CEL source. @throws errors of cel-js, or an ExpressionError for a source that is too long */
export function parseCel(source: string): ParseResult {
  if (source.length > MAX_SOURCE_CHARS)
    throw new ExpressionError('expression-invalid', `An expression may hold ${MAX_SOURCE_CHARS} characters`);
  const readable = withStandIns(source);
  const parsed = environment.parse(readable);
  const calls = matchesCalls(parsed.ast);
  if (calls.length === 0) {
    countSteps(parsed.ast);
    return parsed;
  }
  const replaced = environment.parse(replaceMatches(readable, calls));
  if (matchesCalls(replaced.ast).length > 0)
    throw new ExpressionError('expression-invalid', "'matches' must directly follow its '.'");
  countSteps(replaced.ast);
  return replaced;
}

/** A text of cel-js with the original names. */
export function originalText(text: string): string {
  return withOwnNames(text.replaceAll(OWN_MATCHES, 'matches'));
}

type MethodCall = ASTNode & { op: 'rcall' };

function matchesCalls(node: ASTNode): readonly MethodCall[] {
  const inside = childrenOf(node).flatMap(matchesCalls);
  return node.op === 'rcall' && node.args[0] === 'matches' ? [...inside, node] : inside;
}

function replaceMatches(source: string, calls: readonly MethodCall[]): string {
  let replaced = source;
  for (const call of calls) {
    const at = source.indexOf('matches', call.args[1].end);
    replaced = replaced.slice(0, at) + OWN_MATCHES + replaced.slice(at + OWN_MATCHES.length);
  }
  return replaced;
}
