import { expect, test } from 'vitest';
import { backEdgePath, findLane, leadsUp } from './back-edge.ts';

const upper = { x: 0, y: 0, width: 200, height: 50 };
const lower = { x: 0, y: 300, width: 200, height: 50 };
/** From the bottom of the lower box to the top of the upper one. */
const ends = { source: { x: 100, y: 350 }, target: { x: 100, y: 0 }, isFromSide: false };

test('an edge to a port above runs along one side of its two nodes', () => {
  expect(leadsUp(ends)).toBe(true);
  expect(leadsUp({ source: ends.target, target: ends.source })).toBe(false);
  const lane = findLane([upper, lower], ends);
  expect([-20, 220]).toContain(lane);
  const { path, middle } = backEdgePath(ends, lane);
  expect(path.startsWith('M100 350')).toBe(true);
  expect(path.endsWith('L100 0')).toBe(true);
  expect(middle).toEqual({ x: lane, y: 175 });
});

test('it takes the shorter way around nodes in between, or a gap between two', () => {
  const right = { x: 150, y: 100, width: 300, height: 50 };
  expect(findLane([upper, lower, right], ends)).toBe(-20);
  const apart = [
    { x: -400, y: 100, width: 300, height: 50 },
    { x: 300, y: 100, width: 300, height: 50 },
  ];
  expect([-20, 220]).toContain(findLane([...apart.slice(0, 1), upper, lower, ...apart.slice(1)], ends));
});

test('nodes above or below both ends do not move the edge', () => {
  const far = { x: -900, y: 900, width: 2000, height: 50 };
  expect(findLane([far, upper, lower], ends)).toBe(findLane([upper, lower], ends));
});

test('an edge from the error port leaves to the right', () => {
  const sideways = { ...ends, source: { x: 200, y: 330 }, isFromSide: true };
  const lane = findLane([upper, lower], sideways);
  expect(lane).toBe(220);
  expect(backEdgePath(sideways, lane).path).toMatch(/^M200 330L2\d\d 330Q220 330/);
});
