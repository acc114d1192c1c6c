import { z } from 'zod';
import { printable, type Terminal } from '../terminal.ts';

/** A problem of a document or its inputs, reported by this build or by the server. */
export const documentProblemSchema = z.object({
  code: z.string().exactOptional(),
  severity: z.string().exactOptional(),
  message: z.string(),
  nodeId: z.string().exactOptional(),
  edgeId: z.string().exactOptional(),
  path: z.string().exactOptional(),
  at: z.object({ line: z.int(), column: z.int() }).exactOptional(),
  hint: z.string().exactOptional(),
});
export type DocumentProblem = z.output<typeof documentProblemSchema>;

/** One problem as lines: `file:node:path:line:column: error: message [code]`, and what to do about it. */
export function describeProblem(name: string, problem: DocumentProblem, { paint }: Pick<Terminal, 'paint'>): string {
  const { nodeId, edgeId, path, at, code } = problem;
  const place = [name, nodeId ?? edgeId, path, at?.line, at?.column].filter((part) => part !== undefined).join(':');
  const word = problem.severity === 'warning' ? paint('yellow', 'warning') : paint('red', 'error');
  const kind = code === undefined ? '' : ` ${paint('dim', `[${printable(code)}]`)}`;
  const hint = problem.hint === undefined ? '' : `  ${printable(problem.hint)}\n`;
  return `${paint('bold', printable(place))}: ${word}: ${printable(problem.message)}${kind}\n${hint}`;
}
