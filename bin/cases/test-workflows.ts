import { writeFile } from 'node:fs/promises';
import { exitCode } from '../exit-code.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { findCaseFiles } from './find-case-files.ts';
import { type OpenedCases, openCaseFile } from './open-case-file.ts';
import { countOf, describeCase, type FileResults, junitOf } from './report-cases.ts';
import { type CaseResult, runCase } from './run-case.ts';
import { updateCaseFile } from './update-case-file.ts';

export type TestCall = {
  readonly operands: readonly string[];
  readonly options: {
    readonly only: readonly string[];
    readonly update: boolean;
    readonly json: boolean;
    readonly junit: string | undefined;
    readonly model: string | undefined;
    readonly config: string | undefined;
  };
  readonly terminal: Terminal;
};

/**
 * `threadloom test`: runs the cases of workflows and compares how they end.
 * @returns the exit code
 */
export async function testWorkflows({ operands, options, terminal }: TestCall): Promise<number> {
  const files = await findCaseFiles(operands);
  if (files.length === 0) throw new UsageError(`There are no cases (*.test.yaml) in ${operands.join(', ')}`);
  const opened: OpenedCases[] = [];
  let isBroken = false;
  for (const file of files) {
    const read = await openCaseFile(file, terminal);
    if ('opened' in read) opened.push(read.opened);
    else isBroken = true;
    for (const line of 'problems' in read ? read.problems : []) terminal.err(line);
  }
  // Nothing runs while some of it cannot.
  if (isBroken) return exitCode.usage;
  const all: FileResults[] = [];
  const updated: { readonly file: string; readonly name: string }[] = [];
  for (const cases of opened) {
    const { file, workflowFile } = cases;
    if (!options.json) terminal.out(`${terminal.paint('bold', file)}\n`);
    const results = await runAll(cases, { options, terminal });
    all.push({ file, workflow: workflowFile, results });
    if (options.update) for (const name of await updateCaseFile(cases, results)) updated.push({ file, name });
  }
  if (options.junit !== undefined) await writeFile(options.junit, junitOf(all));
  const counts = { passed: countOf(all, 'passed'), failed: countOf(all, 'failed'), skipped: countOf(all, 'skipped') };
  if (counts.passed + counts.failed + counts.skipped === 0)
    throw new UsageError(`No case has a name with ${options.only.join(', ')}`);
  if (options.json) terminal.out(`${JSON.stringify({ ...counts, updated, files: all })}\n`);
  else terminal.out(summaryOf(counts, updated.length, terminal));
  const isUpdated = (file: string, { name }: CaseResult) => updated.some((one) => one.file === file && one.name === name);
  const left = all.some(({ file, results }) => results.some((one) => one.status === 'failed' && !isUpdated(file, one)));
  return left ? exitCode.failed : exitCode.ok;
}

async function runAll(cases: OpenedCases, { options, terminal }: Omit<TestCall, 'operands'>): Promise<CaseResult[]> {
  const here = { configPath: options.config ?? (terminal.env.THREADLOOM_CONFIG_PATH || undefined), variables: terminal.env };
  const { model, only } = options;
  const workflow =
    model === undefined ? cases.workflow : { ...cases.workflow, settings: { ...cases.workflow.settings, defaultModel: model } };
  const results: CaseResult[] = [];
  for (const one of cases.cases.cases) {
    const isWanted = only.length === 0 || only.some((text) => one.name.includes(text));
    if (!isWanted) continue;
    const result = await runCase(one, { ...cases, workflow }, here);
    results.push(result);
    if (!options.json) terminal.out(describeCase(result, terminal));
  }
  return results;
}

function summaryOf(
  { passed, failed, skipped }: { passed: number; failed: number; skipped: number },
  updated: number,
  { paint }: Pick<Terminal, 'paint'>,
): string {
  const parts = [
    paint('green', `${passed} passed`),
    failed > 0 ? paint('red', `${failed} failed`) : '0 failed',
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(updated > 0 ? [`${updated} updated`] : []),
  ];
  return `${parts.join(', ')}\n`;
}
