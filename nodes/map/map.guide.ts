import { defineNodeGuide } from '#lib/node-kit/define-node-guide.ts';
import mapNode from './map.node.ts';

export default defineNodeGuide(mapNode, {
  examples: [
    {
      title: 'Every order of a list',
      config: { items: '{{fetch.body.orders}}', concurrency: 10, onFailure: 'settle' },
      body: {
        containerId: 'each',
        nodes: [
          { id: 'line', type: 'template', config: { template: '{{map.index}}: order {{map.item.id}}' } },
          { id: 'checked', type: 'set', config: { values: { order: '{{map.item.id}}', text: '{{line.text}}' } } },
        ],
        edges: [{ source: 'line', target: 'checked' }],
      },
      scope: { fetch: { body: { orders: [{ id: 'A-7' }, { id: 'A-8' }] } } },
    },
  ],
  docs: `The body runs once for each item. Its nodes can read each other, the nodes before this one, \`{{map.item}}\` and \`{{map.index}}\`. The value of
an iteration is that of its only node without an outgoing edge, or an object of such nodes by id; the value of this node is the list of them,
in the order of the items. An empty list gives \`[]\`.

An iteration that waits for approval does not block the others. After a crash only unfinished iterations resume.`,
});
