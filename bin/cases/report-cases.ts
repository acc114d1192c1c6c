import type { Terminal } from '../terminal.ts';
import { printable } from '../terminal.ts';
import type { CaseResult } from './run-case.ts';

/** The results of the cases of one file. */
export type FileResults = { readonly file: string; readonly workflow: string; readonly results: readonly CaseResult[] };

export function countOf(files: readonly FileResults[], status: CaseResult['status']): number {
  return files.reduce((sum, { results }) => sum + results.filter((one) => one.status === status).length, 0);
}

/** One case as lines for people. */
export function describeCase({ name, status, problems, durationMs }: CaseResult, { paint }: Pick<Terminal, 'paint'>): string {
  const mark = { passed: paint('green', '✓'), failed: paint('red', '✗'), skipped: paint('yellow', '-') }[status];
  const time = status === 'skipped' ? 'skipped' : `${durationMs} ms`;
  return [
    `  ${mark} ${printable(name)} ${paint('dim', `(${time})`)}`,
    ...problems.map((problem) => `      ${printable(problem)}`),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

/** As JUnit's XML, which CI servers show. @see https://github.com/testmoapp/junitxml */
export function junitOf(files: readonly FileResults[]): string {
  const suites = files.map(({ file, results }) => {
    const counts = { tests: results.length, failures: countOf([{ file, workflow: '', results }], 'failed') };
    const skipped = countOf([{ file, workflow: '', results }], 'skipped');
    const cases = results.map((one) => testCase(one, file)).join('');
    return `  <testsuite name="${escaped(file)}" tests="${counts.tests}" failures="${counts.failures}" skipped="${skipped}" time="${secondsOf(results)}">\n${cases}  </testsuite>\n`;
  });
  const all = files.flatMap(({ results }) => results);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites tests="${all.length}" failures="${countOf(files, 'failed')}" time="${secondsOf(all)}">\n${suites.join('')}</testsuites>\n`;
}

function testCase({ name, status, problems, durationMs }: CaseResult, file: string): string {
  const head = `    <testcase name="${escaped(name)}" classname="${escaped(file)}" time="${durationMs / 1000}"`;
  if (status === 'passed') return `${head}/>\n`;
  const inside =
    status === 'skipped'
      ? '<skipped/>'
      : `<failure message="${escaped(problems[0] ?? '')}">${escaped(problems.join('\n'))}</failure>`;
  return `${head}>${inside}</testcase>\n`;
}

function secondsOf(results: readonly CaseResult[]): number {
  return results.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\n': '&#10;' };

function escaped(text: string): string {
  return printable(text).replaceAll(/[&<>"\n]/g, (char) => ENTITIES[char] ?? char);
}
