import { type ASTNode, type DefinitionFunction, Environment, type ParseResult } from '@marcbachmann/cel-js';
import { withOwnNames, withStandIns } from './body-names.ts';
import { allowMixedBranches } from './cel-branches.ts';
import { registerFunctions } from './cel-function-code.ts';
import { childrenOf, originalName, RENAMED } from './cel-references.ts';
import { countSteps } from './cel-steps.ts';
import { ExpressionError } from './expression-error.ts';
import { matchesPattern } from './linear-regex.ts';

const MAX_SOURCE_CHARS = 10_000;

const environment = new Environment({
  unlistedVariablesAreDyn: true,
  enableOptionalTypes: true,
  homogeneousAggregateLiterals: false,
  limits: { maxAstNodes: 500, maxDepth: 30, maxListElements: 100, maxMapEntries: 100 },
});
environment.registerFunction(`string.${RENAMED.matches}(string): bool`, (text: string, pattern: string) =>
  matchesPattern(pattern, text),
);

registerFunctions(environment);

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

/** All functions as cel-js has them, CEL's own and ours. */
export function celDefinitions(): readonly DefinitionFunction[] {
  return environment.getDefinitions().functions.filter(({ name }) => originalName(name) === name);
}

const renamedNames = Object.keys(RENAMED);

/** Parses a CEL source. @throws errors of cel-js, or an ExpressionError for a source that is too long */
export function parseCel(source: string): ParseResult {
  if (source.length > MAX_SOURCE_CHARS)
    throw new ExpressionError('expression-invalid', `An expression may hold ${MAX_SOURCE_CHARS} characters`);
  const readable = withStandIns(source);
  const parsed = environment.parse(readable);
  // Most sources have none, and a walk over all nodes costs as much as parsing.
  const calls = renamedNames.some((name) => readable.includes(name)) ? renamedCalls(parsed.ast) : [];
  if (calls.length === 0) return adjusted(parsed, readable);
  const replaced = environment.parse(renameCalls(readable, calls));
  const [left] = renamedCalls(replaced.ast);
  if (left) throw new ExpressionError('expression-invalid', `'${left.args[0]}' must directly follow its '.'`);
  return adjusted(replaced, readable);
}

/** Walks over the nodes only where the source can hold what is looked for. */
function adjusted(parsed: ParseResult, source: string): ParseResult {
  if (source.includes('(')) countSteps(parsed.ast);
  if (source.includes('?')) allowMixedBranches(parsed.ast);
  return parsed;
}

/** A text of cel-js with the original names. */
export function originalText(text: string): string {
  return withOwnNames(Object.entries(RENAMED).reduce((said, [name, own]) => said.replaceAll(own, name), text));
}

type MethodCall = ASTNode & { op: 'rcall' };

function renamedCalls(node: ASTNode): readonly MethodCall[] {
  const inside = childrenOf(node).flatMap(renamedCalls);
  return node.op === 'rcall' && Object.hasOwn(RENAMED, node.args[0]) ? [...inside, node] : inside;
}

function renameCalls(source: string, calls: readonly MethodCall[]): string {
  let replaced = source;
  for (const { args } of calls) {
    const [name, receiver] = args;
    const at = source.indexOf(name, receiver.end);
    replaced = replaced.slice(0, at) + RENAMED[name] + replaced.slice(at + name.length);
  }
  return replaced;
}
