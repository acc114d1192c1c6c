import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseDocument, type Document as YamlDocument } from 'yaml';
import { portsOf } from '#lib/workflow/node-ports.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { openToRun } from '../document/check-document.ts';
import { type DocumentProblem, describeProblem } from '../document/describe-problem.ts';
import { readDocument } from '../document/read-document.ts';
import type { Terminal } from '../terminal.ts';
import { type CaseFile, caseFileSchema } from './case-file.ts';

const MAX_BYTES = 20_000_000;
const MAX_ALIASES = 100;

export type OpenedCases = {
  readonly file: string;
  readonly workflowFile: string;
  readonly workflow: Workflow;
  readonly cases: CaseFile;
  /** Keeps comments and order when it is written again. */
  readonly source: YamlDocument;
  readonly isJson: boolean;
};

/**
 * A file of cases with its workflow, or the lines that say what is wrong with them.
 * @throws {UsageError} when there is no such workflow
 */
export async function openCaseFile(
  file: string,
  terminal: Terminal,
): Promise<{ readonly opened: OpenedCases } | { readonly problems: readonly string[] }> {
  const refuse = (name: string, problems: readonly DocumentProblem[]) => ({
    problems: problems.map((problem) => describeProblem(name, problem, terminal)),
  });
  const text = await readFile(file, 'utf8');
  if (text.length > MAX_BYTES) return refuse(file, [{ message: `It has more than ${MAX_BYTES} characters` }]);
  const source = parseDocument(text);
  const [broken] = source.errors;
  if (broken) {
    const at = broken.linePos?.[0] && { line: broken.linePos[0].line, column: broken.linePos[0].col };
    return refuse(file, [{ message: broken.message.split('\n')[0] ?? 'This is not YAML', ...(at && { at }) }]);
  }
  const parsed = caseFileSchema.safeParse(source.toJS({ maxAliasCount: MAX_ALIASES }));
  if (!parsed.success)
    return refuse(
      file,
      parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
    );
  const stem = file.replace(/\.test\.(?:ya?ml|json)$/, '');
  const workflowFile = parsed.data.workflow === undefined ? `${stem}.workflow.json` : join(dirname(file), parsed.data.workflow);
  const document = await readDocument(workflowFile, terminal);
  const opened = openToRun(document);
  if (!opened.ok) return refuse(workflowFile, opened.problems);
  const unknown = unknownNames(parsed.data, opened.workflow);
  if (unknown.length > 0) return refuse(file, unknown);
  return {
    opened: { file, workflowFile, workflow: opened.workflow, cases: parsed.data, source, isJson: file.endsWith('.json') },
  };
}

/** A name of a node that the workflow does not have would silently test nothing. */
function unknownNames({ mocks, cases }: CaseFile, { nodes }: Workflow): DocumentProblem[] {
  const known = new Map(nodes.map((node) => [node.id, node]));
  const nodeProblems = (names: readonly string[], path: string) =>
    names
      .filter((name) => !known.has(name))
      .map((name) => ({ path: `${path}.${name}`, message: `The workflow has no node '${name}'` }));
  const mockProblems = (given: CaseFile['mocks'], path: string) => [
    ...nodeProblems(Object.keys(given), path),
    ...Object.entries(given).flatMap(([id, { port, error }]) => {
      const node = known.get(id);
      const definition = node && nodeRegistry[node.type as keyof typeof nodeRegistry];
      if (!node || !definition || error) return [];
      const ports = Object.keys(portsOf(definition, node.config) ?? {});
      if (ports.includes(port ?? 'out')) return [];
      const message = port === undefined ? `'${id}' has no port out; name one of its ports` : `'${id}' has no port '${port}'`;
      return [{ path: `${path}.${id}.port`, message, hint: `It has ${ports.join(', ')}` }];
    }),
  ];
  return [
    ...mockProblems(mocks, 'mocks'),
    ...cases.flatMap(({ mocks: own, decisions, node, expect }, index) => [
      ...mockProblems(own, `cases.${index}.mocks`),
      ...nodeProblems(Object.keys(decisions), `cases.${index}.decisions`),
      ...nodeProblems(node === undefined ? [] : [node], `cases.${index}.node`),
      ...nodeProblems(Object.keys(expect?.nodes ?? {}), `cases.${index}.expect.nodes`),
    ]),
  ];
}
