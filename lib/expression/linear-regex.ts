import { ExpressionError } from './expression-error.ts';
import { type Assertion, isWord, PatternError, parsePattern, type RegexNode } from './regex-parser.ts';

const MAX_TEXT_CHARS = 20_000;
const MAX_PATTERN_CHARS = 500;
const MAX_STEPS = 2_000;
const MAX_KEPT_PROGRAMS = 100;
/** States visited in one evaluation, about a third of a second: an expression may call matches() hundreds of times, and nothing else runs meanwhile. */
const MAX_WORK = 5_000_000;

let workLeft = Number.POSITIVE_INFINITY;

/** One evaluation, whose patterns share one budget. It never waits, so that no other can come in between. */
export function withPatternBudget<T>(evaluate: () => T): T {
  workLeft = MAX_WORK;
  try {
    return evaluate();
  } finally {
    workLeft = Number.POSITIVE_INFINITY;
  }
}

/**
 * Whether a pattern is found anywhere in a text, in time proportional to both lengths: the platform's RegExp can be made to take minutes
 * (`(a+)+$`), and both the pattern and the text may come from users and models. Thompson's simulation of all states at once.
 * @see https://swtch.com/~rsc/regexp/regexp1.html
 * @throws {ExpressionError} `expression-invalid` for a pattern it does not know, `expression-limit` for a text or pattern that is too long,
 * or when `withPatternBudget` has none left
 */
export function matchesPattern(pattern: string, text: string): boolean {
  if (text.length > MAX_TEXT_CHARS)
    throw new ExpressionError(
      'expression-limit',
      `matches() reads at most ${MAX_TEXT_CHARS} characters; this text has ${text.length}`,
    );
  return run(
    programOf(pattern),
    Array.from(text, (sign) => sign.codePointAt(0) ?? 0),
  );
}

type Step =
  | { readonly kind: 'set'; readonly test: (codePoint: number) => boolean }
  | { readonly kind: 'assert'; readonly what: Assertion }
  | { readonly kind: 'split'; readonly to: number[] }
  | { readonly kind: 'match' };

const programs = new Map<string, readonly Step[]>();

function programOf(pattern: string): readonly Step[] {
  const known = programs.get(pattern);
  if (known) return known;
  const steps: Step[] = [];
  try {
    if (pattern.length > MAX_PATTERN_CHARS) throw new PatternError(`a pattern may hold ${MAX_PATTERN_CHARS} characters`);
    emit(parsePattern(pattern), steps);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    throw new ExpressionError('expression-invalid', `The pattern ${JSON.stringify(pattern)} cannot be used: ${error.message}`);
  }
  steps.push({ kind: 'match' });
  if (programs.size >= MAX_KEPT_PROGRAMS) programs.clear();
  programs.set(pattern, steps);
  return steps;
}

/** Every step goes on to the next one, but for `split`, which names its ways. */
function emit(node: RegexNode, steps: Step[]): void {
  if (steps.length > MAX_STEPS) throw new PatternError('it is too large');
  switch (node.kind) {
    case 'set':
    case 'assert':
      steps.push(node);
      return;
    case 'sequence':
      for (const item of node.items) emit(item, steps);
      return;
    case 'choice':
      emitChoice(node.items, steps);
      return;
    case 'repeat':
      emitRepeat(node, steps);
      return;
    default:
      node satisfies never;
  }
}

function emitChoice(items: readonly RegexNode[], steps: Step[]): void {
  const ways: number[] = [];
  const exits: number[][] = [];
  steps.push({ kind: 'split', to: ways });
  for (const item of items) {
    ways.push(steps.length);
    emit(item, steps);
    const exit: number[] = [];
    exits.push(exit);
    steps.push({ kind: 'split', to: exit });
  }
  for (const exit of exits) exit.push(steps.length);
}

function emitRepeat({ item, min, max }: RegexNode & { kind: 'repeat' }, steps: Step[]): void {
  for (let i = 0; i < min; i++) emit(item, steps);
  if (max === Number.POSITIVE_INFINITY) {
    const begin = steps.length;
    const ways = [begin + 1];
    steps.push({ kind: 'split', to: ways });
    emit(item, steps);
    steps.push({ kind: 'split', to: [begin] });
    ways.push(steps.length);
    return;
  }
  const skips: number[][] = [];
  for (let i = min; i < max; i++) {
    const ways = [steps.length + 1];
    skips.push(ways);
    steps.push({ kind: 'split', to: ways });
    emit(item, steps);
  }
  for (const ways of skips) ways.push(steps.length);
}

function run(steps: readonly Step[], text: readonly number[]): boolean {
  let current: number[] = [];
  const seenAt = new Int32Array(steps.length).fill(-1);
  for (let at = 0; at <= text.length; at++) {
    // A match may begin anywhere.
    const reached: number[] = [];
    if (workLeft <= 0)
      throw new ExpressionError('expression-limit', 'The matches() of this expression are too much work for such long texts');
    if (follow([...current, 0], steps, text, at, seenAt, reached)) return true;
    const code = text[at];
    if (code === undefined) return false;
    current = reached.flatMap((index) => {
      const step = steps[index];
      return step?.kind === 'set' && step.test(code) ? [index + 1] : [];
    });
  }
  return false;
}

/** Fills `into` with the `set` steps that can be reached without reading a character; true when the end can. */
function follow(
  from: number[],
  steps: readonly Step[],
  text: readonly number[],
  at: number,
  seenAt: Int32Array,
  into: number[],
): boolean {
  for (let index = from.pop(); index !== undefined; index = from.pop()) {
    if (seenAt[index] === at) continue;
    seenAt[index] = at;
    workLeft--;
    const step = steps[index] as Step;
    if (step.kind === 'match') return true;
    if (step.kind === 'set') into.push(index);
    else if (step.kind === 'split') from.push(...step.to);
    else if (holds(step.what, text, at)) from.push(index + 1);
  }
  return false;
}

function holds(what: Assertion, text: readonly number[], at: number): boolean {
  if (what === 'start') return at === 0;
  if (what === 'end') return at === text.length;
  const isEdge = isWord(text[at - 1]) !== isWord(text[at]);
  return what === 'word-edge' ? isEdge : !isEdge;
}
