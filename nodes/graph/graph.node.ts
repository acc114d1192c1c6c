import { z } from 'zod';
import { defineNode } from '#lib/node-kit/define-node.ts';

const DAY_MS = 24 * 60 * 60_000;

export default defineNode({
  id: 'graph',
  version: 1,
  title: 'LangGraph graph',
  summary: 'Runs a LangGraph graph from a module of yours.',
  icon: 'waypoints',
  category: 'model',
  config: z.object({
    graph: z
      .string()
      .min(1, 'Choose a graph')
      .max(100)
      .meta({
        title: 'Graph',
        description: 'A name under `graphs` in the config file of the server.',
        expression: 'literal',
        refersTo: 'graph',
        ui: { placeholder: 'review' },
      }),
    inputs: z
      .record(z.string().min(1).max(200), z.json())
      .optional()
      .meta({
        title: 'Inputs',
        description: 'Values of the input state by key. The value at the input port when empty.',
        ui: { widget: 'keyValue' },
      }),
    rejectedWith: z
      .json()
      .default(false)
      .meta({
        title: 'Answer when rejected',
        description: 'What `interrupt()` returns when a person rejects, or when the time is over.',
        ui: { widget: 'json', group: 'Advanced' },
      }),
    expiresInMs: z
      .int()
      .min(1000)
      .max(365 * DAY_MS)
      .default(30 * DAY_MS)
      .meta({
        title: 'Expires after',
        description: 'An interrupt without an answer is rejected after this time. A plain number is milliseconds.',
        ui: { widget: 'duration', group: 'Advanced' },
      }),
    maxSteps: z
      .int()
      .min(1)
      .max(10_000)
      .default(25)
      .meta({
        title: 'Steps',
        description: "Supersteps between two interrupts, LangGraph's `recursionLimit`.",
        ui: { group: 'Advanced' },
      }),
  }),
  outputs: { out: { title: 'Output', schema: {} } },
  effects: 'write',
  reaches: ({ graph }) => ({ graphs: graph, asksPeople: true }),
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
