import { defineNodeGuide } from '#lib/node-kit/define-node-guide.ts';
import templateNode from './template.node.ts';

export default defineNodeGuide(templateNode, {
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
