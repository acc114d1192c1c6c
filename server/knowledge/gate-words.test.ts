import { expect, test } from 'vitest';
import { gateOf } from './gate-words.ts';
import { weighWords } from './weigh-words.ts';

test('rare words open the gate alone, common ones in pairs that few chunks have', () => {
  expect(
    gateOf(
      [
        ['alda', 40],
        ['museum', 5000],
        ['price', 6000],
      ],
      100_000,
    ),
  ).toBe("'alda' | ('museum' & 'price')");
  // The rarest word is used, however common it is.
  expect(gateOf([['museum', 5000]], 100_000)).toBe("'museum'");
});

test('a pair of characters with one of its own characters is no rarer than the pair', () => {
  // As if they were independent, 20 chunks would have both; it is 1,410.
  const gate = gateOf(
    [
      ['海', 400],
      ['考试', 1410],
      ['试', 1410],
      ['间', 1500],
    ],
    100_000,
  );
  expect(gate).toBe("'海' | ('考试' & '间') | ('试' & '间')");
});

test('words of about the same weight are one group, whose weight is their mean', () => {
  const groups = weighWords(
    [
      ['a', 10],
      ['b', 11],
      ['c', 900],
    ],
    1000,
  );
  expect(groups).toEqual([
    { query: "'a' | 'b'", count: 2, weight: expect.closeTo((Math.log(1 + 990.5 / 10.5) + Math.log(1 + 989.5 / 11.5)) / 2) },
    { query: "'c'", count: 1, weight: expect.closeTo(Math.log(1 + 100.5 / 900.5)) },
  ]);
  // A word in every chunk makes none worse.
  expect(weighWords([['a', 5]], 5)[0]?.weight).toBeGreaterThan(0);
});
