import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { parseBenchArguments } from './parse-bench-arguments.ts';

test.each([
  [['engine'], { name: 'engine', isJson: false, options: {} }],
  [['engine', '--json'], { name: 'engine', isJson: true, options: {} }],
  [['--json', 'engine'], { name: 'engine', isJson: true, options: {} }],
  [
    ['crash', '--kills', '50', '--seed=7', '--quick'],
    { name: 'crash', isJson: false, options: { kills: '50', seed: '7', quick: true } },
  ],
  [['start', '--quick', '--json'], { name: 'start', isJson: true, options: { quick: true } }],
  [[], { name: undefined, isJson: false, options: {} }],
])('%j', (words, expected) => {
  expect(parseBenchArguments(words)).toEqual(expected);
});

test('npm run bench passes its arguments on', () => {
  const { stderr } = spawnSync('npm', ['run', 'bench', '--', 'no-such', '--json'], { encoding: 'utf8' });
  expect(stderr).toContain('There is no bench no-such');
});
