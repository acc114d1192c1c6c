import { z } from 'zod';

/** Fallback models; the same field in every node that calls a model. */
export const fallbackModelsSchema = z
  .array(z.string().min(1))
  .max(5)
  .default([])
  .meta({
    title: 'Fallback models',
    description: 'Models to call, in this order, if the model fails.',
    expression: 'literal',
    refersTo: 'model',
    ui: { group: 'Advanced' },
  });
