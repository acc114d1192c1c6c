import { z } from 'zod';
import { defineNode, port } from '#lib/node-kit/define-node.ts';

export default defineNode({
  id: 'template',
  version: 1,
  title: 'Template',
  summary: 'Renders a text from earlier values.',
  icon: 'text-quote',
  category: 'data',
  config: z.object({
    template: z
      .string()
      .max(1_000_000)
      .meta({
        title: 'Template',
        description: 'The text. {{node.field}} is replaced with that value.',
        ui: { widget: 'textarea', placeholder: 'Dear {{start.name}}, …' },
      }),
  }),
  outputs: { out: port('Text', z.object({ text: z.string() })) },
  effects: 'none',
  reaches: {},
  mainField: 'text',
});
