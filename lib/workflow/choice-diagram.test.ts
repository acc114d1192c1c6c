import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ALWAYS, ChoiceDiagrams, NEVER } from './choice-diagram.ts';

test('all values of a choice together are always, two of them never', () => {
  const diagrams = new ChoiceDiagrams();
  const [a, b, c] = [0, 1, 2].map((value) => diagrams.choice(4, value, 3)) as [number, number, number];
  expect(diagrams.or(a, diagrams.or(c, b))).toBe(ALWAYS);
  expect(diagrams.and(a, b)).toBe(NEVER);
});

type Formula = { choice: [number, number] } | { and: [Formula, Formula] } | { or: [Formula, Formula] };
const VALUES = 3;
const formulas = fc.letrec<{ formula: Formula }>((tie) => ({
  formula: fc.oneof(
    { depthSize: 'small' },
    fc.record({ choice: fc.tuple(fc.nat(2), fc.nat(VALUES - 1)) }),
    fc.record({ and: fc.tuple(tie('formula'), tie('formula')) }),
    fc.record({ or: fc.tuple(tie('formula'), tie('formula')) }),
  ),
})).formula;

function holds(formula: Formula, values: readonly number[]): boolean {
  if ('choice' in formula) return values[formula.choice[0]] === formula.choice[1];
  return 'and' in formula ? formula.and.every((one) => holds(one, values)) : formula.or.some((one) => holds(one, values));
}

function build(formula: Formula, diagrams: ChoiceDiagrams): number {
  if ('choice' in formula) return diagrams.choice(...formula.choice, VALUES);
  if ('and' in formula) return diagrams.and(build(formula.and[0], diagrams), build(formula.and[1], diagrams));
  return diagrams.or(build(formula.or[0], diagrams), build(formula.or[1], diagrams));
}

const assignments = [0, 1, 2].flatMap((a) => [0, 1, 2].flatMap((b) => [0, 1, 2].map((c) => [a, b, c])));

test('one condition implies another exactly when it does for every choice', () => {
  fc.assert(
    fc.property(formulas, formulas, (a, b) => {
      const diagrams = new ChoiceDiagrams();
      const expected = assignments.every((values) => !holds(a, values) || holds(b, values));
      expect(diagrams.implies(build(a, diagrams), build(b, diagrams))).toBe(expected);
    }),
  );
});
