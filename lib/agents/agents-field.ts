import { z } from 'zod';

/** Agents that a model may give tasks to; the same field in every node that has one. */
export const agentsField = z
  .array(z.string().min(1))
  .max(20)
  .default([])
  .meta({
    title: 'Agents',
    description:
      'Agents that it may give tasks to with the tool sub-agent. All built-in workers but those for workflows when empty.',
    expression: 'literal',
    refersTo: 'worker',
    ui: { group: 'Advanced' },
  });
