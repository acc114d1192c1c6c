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
});
