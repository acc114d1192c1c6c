import type { WorkflowProblem } from '#lib/api/validation.ts';
import { printable, type Terminal } from '../terminal.ts';

/** A problem as this build or a newer server reports it. */
export type DocumentProblem = WorkflowProblem & { readonly severity?: unknown };

/** One problem as lines: `file:node:path:line:column: error: message [code]`, and what to do about it. */
export function describeProblem(name: string, problem: DocumentProblem, { paint }: Pick<Terminal, 'paint'>): string {
  const { nodeId, edgeId, path, at } = problem;
  const place = [name, nodeId ?? edgeId, path, at?.line, at?.column].filter((part) => part !== undefined).join(':');
  const word = problem.severity === 'warning' ? paint('yellow', 'warning') : paint('red', 'error');
  const hint = problem.hint === undefined ? '' : `  ${printable(problem.hint)}\n`;
  return `${paint('bold', printable(place))}: ${word}: ${printable(problem.message)} ${paint('dim', `[${problem.code}]`)}\n${hint}`;
}
