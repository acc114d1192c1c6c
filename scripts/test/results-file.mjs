// What test runners report while they run, one JSON value a line, so that a stage that is stopped
// at its limit still tells what passed, what failed and how long each file took.
//
// A line is a test `{ file, title, outcome, error?, seconds? }`, with `outcome` one of `passed`, `failed`,
// `skipped` and `failed-once` (an attempt that is followed by a retry), or a file
// `{ file?, seconds?, error? }`, where `error` is one outside of all tests, or, last, `{ cpuSeconds? }` of the runner
// and all that it started.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** Adds lines to the file that TEST_RESULTS names; without that variable it does nothing. */
export function appendResults(...lines) {
  const path = process.env.TEST_RESULTS;
  if (path) appendFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

/** @returns the lines of a results file. One that a killed runner left unfinished is omitted. */
export function readResults(path) {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8').split('\n').slice(0, -1).map(JSON.parse);
}

/** The beginning of an error's message in one line, without the colours of a terminal. */
export function firstLine(message = 'no message') {
  return stripVTControlCharacters(message).trim().replaceAll(/\s+/g, ' ').slice(0, 300);
}
