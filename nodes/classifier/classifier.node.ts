import { z } from 'zod';
import { branchIdSchema, checkBranchIds } from '#lib/node-kit/branch-id.ts';
import { defineNode } from '#lib/node-kit/define-node.ts';
import { fallbackModelsSchema } from '#lib/node-kit/fallback-models.ts';

const classSchema = z.object({
  id: branchIdSchema,
  title: z
    .string()
    .max(200)
    .optional()
    .meta({ title: 'Title', description: 'Shown on the canvas instead of the id.', expression: 'literal' }),
  description: z
    .string()
    .trim()
    .min(1, 'Describe the class')
    .max(2000)
    .meta({
      title: 'Description',
      description: 'Tells the model what belongs in this class.',
      expression: 'literal',
      ui: { widget: 'textarea', placeholder: 'Questions about an invoice, a price or a refund' },
    }),
});

export default defineNode({
  id: 'classifier',
  version: 1,
  title: 'Classifier',
  summary: 'Lets a model choose the branch.',
  icon: 'signpost',
  category: 'control',
  config: z.object({
    model: z
      .string()
      .min(1, 'Choose a model')
      .default('default')
      .meta({
        title: 'Model',
        description: 'default, a model of the config, or provider/model.',
        expression: 'literal',
        refersTo: 'model',
        ui: { widget: 'model' },
      }),
    input: z
      .string()
      .min(1, 'Give the text to classify')
      .meta({
        title: 'Text',
        description: 'The text to classify.',
        expression: 'text',
        ui: { widget: 'textarea', placeholder: '{{start.message}}' },
      }),
    classes: z
      .array(classSchema)
      .min(1, 'A classifier needs at least one class')
      .max(50)
      .check(checkBranchIds)
      .meta({ title: 'Classes', description: 'Each class has its own port.', ui: { widget: 'cases' } }),
    instructions: z
      .string()
      .max(20_000)
      .optional()
      .meta({
        title: 'Instructions',
        description: 'Further instructions for the model.',
        ui: { widget: 'textarea', group: 'Advanced' },
      }),
    fallbackModels: fallbackModelsSchema,
  }),
  outputs: ({ classes }, { input }) => ({
    ...Object.fromEntries(classes.map(({ id, title }) => [id, { title: title ?? id, schema: input }])),
    else: { title: 'Else', schema: input },
  }),
  effects: 'read',
  reaches: ({ model, fallbackModels }) => ({ models: [model, fallbackModels] }),
  inputField: 'input',
  initialConfig: {
    classes: [
      { id: 'class_1', description: '' },
      { id: 'class_2', description: '' },
    ],
  },
});
