import { z } from 'zod';

/** Why several nodes are one LangGraph node. */
const fuseReasonSchema = z.enum(['no-effects', 'one-effect', 'branches', 'race']).meta({
  description:
    '`no-effects`: all nodes answer at once. `one-effect`: one node takes time, and the others answer at once. `branches`: branches of several steps run side by side, without the barrier of a superstep. `race`: a join continues with one of its branches.',
});
export type FuseReason = z.output<typeof fuseReasonSchema>;

const graphStepSchema = z.object({
  name: z.string().meta({ description: 'The name of the LangGraph node.' }),
  nodeIds: z.array(z.string()).meta({ description: 'The nodes that it runs, sources first.' }),
  fused: fuseReasonSchema.optional().meta({ description: 'Why it runs several nodes. Missing for a single one.' }),
});
export type GraphStep = z.output<typeof graphStepSchema>;

/** The LangGraph graph of a workflow. */
export const graphOutlineSchema = z.object({
  steps: z.array(graphStepSchema),
  edges: z
    .array(z.object({ source: z.string(), target: z.string() }))
    .meta({ description: 'Between steps by name; `__start__` and `__end__` are those of LangGraph.' }),
  mermaid: z.string().meta({ description: 'The graph as Mermaid text.' }),
});
export type GraphOutline = z.output<typeof graphOutlineSchema>;
