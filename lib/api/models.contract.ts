import { z } from 'zod';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';

const modelInfoSchema = z
  .object({
    name: z.string().meta({ description: 'What a node writes in its `model`.' }),
    provider: z.string(),
    modelId: z.string(),
    isDefault: z.boolean(),
    isDemo: z.boolean().meta({ description: 'Nothing is configured: this one answers with made-up text.' }),
  })
  .register(components, { id: 'Model' });

export const listModels = defineContract({
  name: 'listModels',
  method: 'GET',
  path: '/api/v1/models',
  tag: 'catalogue',
  summary: 'The models a workflow may name',
  results: { 200: { description: 'All of them; keys are never sent.', body: z.object({ items: z.array(modelInfoSchema) }) } },
  errors: [],
});
