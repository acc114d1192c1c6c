import type { FuseReason, GraphOutline } from '#lib/workflow/graph-outline.ts';
import { describeProblem } from '../document/describe-problem.ts';
import { exitCode } from '../exit-code.ts';
import type { Terminal } from '../terminal.ts';

type GraphCall = {
  readonly operand: string;
  readonly options: { readonly mermaid: boolean; readonly json: boolean; readonly server: string | undefined };
};

const WORKFLOW_ID = /^wf_[0-9A-Z]{20,}$/;

const reasons: Readonly<Record<FuseReason, string>> = {
  'no-effects': 'all of them answer at once',
  'one-effect': 'one takes time, the others answer at once',
  branches: 'branches run side by side without waiting for each other',
  race: 'a join continues with one of the branches',
};

/** `threadloom graph`. @returns the exit code */
export async function showGraph({ operand, options }: GraphCall, terminal: Terminal): Promise<number> {
  const graph = WORKFLOW_ID.test(operand)
    ? await readFromServer(operand, options.server, terminal)
    : await compileFile(operand, terminal);
  if (!graph) return exitCode.failed;
  if (options.json) terminal.out(`${JSON.stringify(graph)}\n`);
  else if (options.mermaid) terminal.out(graph.mermaid.endsWith('\n') ? graph.mermaid : `${graph.mermaid}\n`);
  else terminal.out(describeGraph(graph, terminal));
  return exitCode.ok;
}

async function readFromServer(id: string, option: string | undefined, terminal: Terminal): Promise<GraphOutline> {
  const { explainSilence, openServer, requireServer } = await import('../run/server-client.ts');
  const server = requireServer({ server: option }, terminal);
  try {
    return await openServer(server, terminal).getWorkflowGraph({ params: { id } });
  } catch (error) {
    throw explainSilence(error, { server });
  }
}

async function compileFile(file: string, terminal: Terminal): Promise<GraphOutline | undefined> {
  const { readDocument } = await import('../document/read-document.ts');
  const { openToRun } = await import('../document/check-document.ts');
  const document = await readDocument(file, terminal);
  const opened = openToRun(document);
  if (!opened.ok) {
    terminal.out(opened.problems.map((problem) => describeProblem(document.name, problem, terminal)).join(''));
    return undefined;
  }
  const [{ describeWorkflow }, { executorRegistry }, { nodeRegistry }] = await Promise.all([
    import('#engine/describe-workflow.ts'),
    import('#engine/executors/registry.gen.ts'),
    import('#nodes/registry.gen.ts'),
  ]);
  return describeWorkflow(opened.workflow, { nodes: nodeRegistry, executors: executorRegistry });
}

function describeGraph({ steps, edges }: GraphOutline, { paint }: Pick<Terminal, 'paint'>): string {
  const lines = steps.map(({ name, nodeIds, fused }) => {
    const next = edges.filter(({ source, target }) => source === name && target !== '__end__').map(({ target }) => target);
    const why = fused ? `\n    ${paint('dim', `${nodeIds.length} nodes fused: ${reasons[fused]}`)}` : '';
    const nodes = nodeIds.length > 1 ? `\n    ${nodeIds.join(', ')}` : '';
    return `${paint('bold', name)}${next.length > 0 ? ` -> ${next.join(', ')}` : ''}${nodes}${why}\n`;
  });
  return `${steps.length} ${steps.length === 1 ? 'step' : 'steps'}\n${lines.join('')}`;
}
