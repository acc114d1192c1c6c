import { z } from 'zod';

const path = z.string().min(1).max(1000);

/** Where a run that was made from another one began. */
export const forkOfSchema = z.object({
  runId: path.meta({ description: 'The run it was made from.' }),
  seq: z.int().positive().meta({ description: 'What that run had decided up to this event was taken over.' }),
  rootRunId: path.meta({ description: 'The first run of the tree: that of the run it was made from, or that run itself.' }),
});
export type ForkOf = z.output<typeof forkOfSchema>;

/** What makes a fork another run than the one it was made from, in short. */
export const forkChangesSchema = z.object({
  from: z.array(path).optional().meta({ description: 'Nodes that the request names to run again.' }),
  until: z.array(path).optional().meta({ description: 'Only what these nodes need was to run.' }),
  values: z.array(path).optional().meta({ description: 'Nodes in whose place a value was given.' }),
  reuse: z.array(path).optional().meta({ description: 'Nodes whose results were reused whatever they depend on.' }),
  skip: z.array(path).optional().meta({ description: 'Nodes that the request skips.' }),
  iteration: z
    .object({ nodeId: path, pass: z.int().nonnegative() })
    .optional()
    .meta({ description: 'The iteration it began at.' }),
  context: z
    .object({ nodeId: path, dropped: z.int().nonnegative(), pinned: z.int().nonnegative() })
    .optional()
    .meta({ description: 'The node whose conversation continues with other messages, and how many.' }),
  inputs: z.boolean().optional().meta({ description: 'It has other inputs.' }),
  nodes: z.array(path).optional().meta({ description: 'Nodes of the document that were added, changed or removed.' }),
});
export type ForkChanges = z.output<typeof forkChangesSchema>;

/** Where the value of a node was made that its run did not make itself. */
export const reusedFromSchema = z.object({
  runId: path.meta({ description: 'The run that ran the node; of a fork of a fork, the one that really did.' }),
  seq: z.int().positive().meta({ description: 'Of its end in that run.' }),
  at: z.int().positive().meta({ description: 'Milliseconds since 1970: how old the value is.' }),
});
export type ReusedFrom = z.output<typeof reusedFromSchema>;
