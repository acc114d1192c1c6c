import { defineCommand } from '../define-command.ts';

export const graphCommand = defineCommand({
  name: 'graph',
  summary: 'Shows the LangGraph graph that a workflow compiles to',
  usage: 'FILE|WORKFLOW_ID [options]',
  operands: { min: 1, max: 1 },
  options: {
    mermaid: { kind: 'flag', help: 'Only the graph as Mermaid text' },
    json: { kind: 'flag', help: 'One JSON object: { steps, edges, mermaid }' },
    server: { kind: 'text', value: 'URL', help: 'The server of WORKFLOW_ID (also THREADLOOM_URL)' },
  },
  details: `Each step is one LangGraph node. Where a step runs several nodes, the line says why they were fused. Nothing is run.
FILE - is standard input. Exits with 1 when the workflow is not valid.`,
  examples: ['threadloom graph flows/hello.workflow.json', 'threadloom graph wf_01… --mermaid --server http://127.0.0.1:3000'],
  async run({ operands, options, terminal }) {
    const { showGraph } = await import('../graph/show-graph.ts');
    return showGraph({ operand: operands[0] ?? '', options }, terminal);
  },
});
