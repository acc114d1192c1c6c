import { expect, test } from 'vitest';
import { parentsFirst } from './parents-first.ts';

const turn = (runId: string, afterRunId: string | null) => ({ runId, afterRunId });
const order = (...turns: ReturnType<typeof turn>[]) => parentsFirst(turns).map(({ runId }) => runId);

test('turns that are in order stay in it, branches too', () => {
  expect(order(turn('a', null), turn('b', 'a'), turn('c', 'a'), turn('d', 'b'))).toEqual(['a', 'b', 'c', 'd']);
});

test('a turn comes after the one that it follows, however they were stored', () => {
  expect(order(turn('c', 'b'), turn('a', null), turn('d', 'c'), turn('b', 'a'))).toEqual(['a', 'b', 'c', 'd']);
});

test('a turn whose predecessor is not among them keeps its place', () => {
  expect(order(turn('b', 'left-out'), turn('c', 'b'))).toEqual(['b', 'c']);
});

test('turns that follow each other in a circle are each given once', () => {
  expect(order(turn('a', 'b'), turn('b', 'a')).sort()).toEqual(['a', 'b']);
});
