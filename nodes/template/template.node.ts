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
  examples: [
    {
      title: 'A greeting',
      config: { template: 'Dear {{start.name}}, your order {{order.id}} is on its way.' },
      scope: { start: { name: 'Ada' }, order: { id: 'A-7' } },
      fires: { out: { text: 'Dear Ada, your order A-7 is on its way.' } },
    },
    { title: 'A fixed text', config: { template: 'Nothing to report.' }, fires: { out: { text: 'Nothing to report.' } } },
  ],
  docs: `The text is read as \`{{node.text}}\`. Inside it \`{{node.field}}\` is replaced; lists and objects are written as JSON. Filters
and loops work as in Liquid: \`{{start.name | upcase}}\`, \`{% for item in fetch.body.items %}- {{item.title}}{% endfor %}\`.

A missing value is an error, not an empty text, unless its tag has a \`default\`.`,
});
