import { expect, test } from 'vitest';
import { BuildShare } from './build.mjs';

const usual = { seconds: 100, cpuSeconds: 150 };

test('while Next prints nothing, a build moves with its CPU time, and without it', () => {
  let cpuSeconds: number | undefined = 10;
  const build = new BuildShare(usual, () => cpuSeconds);
  cpuSeconds = 85;
  const half = build.at(40);
  expect(half.share).toBe(0.5);
  expect(half.leftSeconds).toBeGreaterThan(30);
  expect(half.leftSeconds).toBeLessThan(60);
  const blind = new BuildShare(usual, () => undefined);
  const early = blind.at(30).share;
  expect(early).toBeGreaterThan(0.2);
  expect(blind.at(60).share).toBeGreaterThan(early);
  expect(blind.at(600).share).toBeLessThan(0.9);
});

test('what Next prints says how far it is at least', () => {
  const build = new BuildShare(usual, () => 0);
  expect(build.at(20).share).toBeLessThan(0.5);
  build.note(' ✓ Compiled successfully in 19.4s');
  expect(build.at(20).share).toBe(0.9);
  build.note('   Collecting page data using 1 worker ...');
  expect(build.at(21).share).toBeGreaterThanOrEqual(0.91);
  build.note('   Finalizing page optimization ...');
  build.note(' ✓ Generating static pages using 1 worker (3/3) in 0.7s');
  expect(build.at(22).share).toBeGreaterThanOrEqual(0.96);
});

test('a build that is done says how long it took', () => {
  expect(new BuildShare(usual, () => undefined).took()).toEqual({ seconds: 0 });
  let cpuSeconds = 10;
  const build = new BuildShare(usual, () => cpuSeconds);
  cpuSeconds = 130;
  expect(build.took()).toEqual({ seconds: 0, cpuSeconds: 120 });
});
