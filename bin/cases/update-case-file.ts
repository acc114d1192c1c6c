import { isDeepStrictEqual } from 'node:util';
import { replaceFile } from '../document/replace-file.ts';
import type { OpenedCases } from './open-case-file.ts';
import type { CaseResult } from './run-case.ts';

/**
 * Writes how the runs of failed cases, and of cases that expect nothing, ended into the file, with its comments. What
 * conditions and nodes expect is not changed.
 * @returns the names of the cases that were changed
 */
export async function updateCaseFile(
  { file, cases, source, isJson }: OpenedCases,
  results: readonly CaseResult[],
): Promise<string[]> {
  const changed: string[] = [];
  for (const { name, status, actual } of results) {
    const index = cases.cases.findIndex((one) => one.name === name);
    const { expect } = cases.cases[index] ?? {};
    if (!actual || status === 'skipped' || (status === 'passed' && expect !== undefined)) continue;
    const { code, message, nodeId } = actual.error ?? {};
    const error = actual.error ? { code, message, ...(nodeId !== undefined && { nodeId }) } : undefined;
    const next = { status: actual.status, outputs: actual.outputs, error };
    if (isDeepStrictEqual({ ...expect, ...next }, expect)) continue;
    for (const [field, value] of Object.entries(next)) {
      const path = ['cases', index, 'expect', field];
      if (value === undefined || (field === 'outputs' && actual.status !== 'succeeded')) source.deleteIn(path);
      else source.setIn(path, source.createNode(value));
    }
    changed.push(name);
  }
  if (changed.length > 0)
    await replaceFile(file, isJson ? `${JSON.stringify(source.toJS(), null, 2)}\n` : source.toString({ lineWidth: 0 }));
  return changed;
}
