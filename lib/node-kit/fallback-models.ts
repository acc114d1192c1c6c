import { z } from 'zod';

/** Which models stand in for a node's own; the same field in every node that asks a model. */
export const fallbackModelsSchema = z
  .array(z.string().min(1))
  .max(5)
  .default([])
  .meta({
    title: 'Fallback models',
    description: 'Asked in this order when the model fails.',
    expression: 'literal',
    ui: { group: 'Advanced' },
  });
