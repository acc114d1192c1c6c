import { defineNodeGuide } from '#lib/node-kit/define-node-guide.ts';
import graphNode from './graph.node.ts';

export default defineNodeGuide(graphNode, {
  examples: [
    {
      title: 'Review a text',
      config: { graph: 'review', inputs: { text: '{{start.text}}' } },
      scope: { start: { text: 'Rain falls.' } },
    },
    {
      title: 'Pass on what comes in',
      config: { graph: 'review', rejectedWith: { accepted: false } },
      input: { text: 'Rain falls.' },
    },
  ],
  docs: `The administrator lists graphs in the config file: \`graphs: { review: { module: ./review.graph.mjs } }\`. The module exports a
\`StateGraph\` of LangGraph.js, compiled or not, or a function that returns one. It runs inside the server with all its rights, so list
only modules that you trust. \`docs/examples/graph\` has a complete one.

**out** is what an invocation of the graph returns. Steps, subgraphs, model calls of LangChain models and what a step passes to
\`config.writer\` are shown inside this node; tokens count against the limits of the run.

**Checkpoints** are in Threadloom's database, one thread for each run and node, written before the next step starts. After a crash, a
restart or a retry the graph continues at the step that had not ended. A step that was interrupted by a crash runs again from its start,
as in LangGraph alone.

**\`interrupt(value)\`** becomes an approval: the value is the question, or its field \`question\`, \`message\` or \`title\`. Approving returns
the value, with any edits, from \`interrupt()\`. A step that calls \`interrupt(value, { responseSchema })\` gets a form of that schema
instead, and an answer that does not fit is requested again. Rejecting returns *Answer when rejected*.`,
});
