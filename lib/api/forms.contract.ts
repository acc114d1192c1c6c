import { z } from 'zod';
import { startInputsSchema } from '../workflow/start-inputs.ts';
import { nodeIdSchema } from '../workflow/workflow.ts';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';
import { slugSchema } from './deployments.contract.ts';

const openedFormSchema = z
  .object({
    slug: slugSchema,
    triggerId: z.string(),
    title: z.string(),
    description: z.string().meta({ description: 'Markdown.' }),
    button: z.string().meta({ description: 'Text of the button; empty for the usual one.' }),
    thanks: z.string().meta({ description: 'Markdown; empty for the usual text.' }),
    inputs: startInputsSchema.meta({ description: 'The fields.' }),
    address: z.string().meta({ description: 'Path that takes the form: `{ "values": { … } }`.' }),
  })
  .register(components, { id: 'OpenedForm' });
export type OpenedForm = z.output<typeof openedFormSchema>;

export const openForm = defineContract({
  name: 'openForm',
  access: 'anyone',
  method: 'GET',
  path: '/api/v1/forms/{slug}/{triggerId}',
  tag: 'triggers',
  summary: 'Get a hosted form',
  description:
    'What its page `/form/{slug}/{triggerId}` shows: the inputs of the published version that the trigger does not map.',
  params: z.object({ slug: slugSchema, triggerId: nodeIdSchema }),
  results: { 200: { description: 'The form.', body: openedFormSchema } },
  errors: ['not-found'],
});
