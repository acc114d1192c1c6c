import { defineNodeGuide } from '#lib/node-kit/define-node-guide.ts';
import parallelNode from './parallel.node.ts';

export default defineNodeGuide(parallelNode, {
  examples: [
    {
      title: 'Ask several sources, whatever becomes of one of them',
      config: { onFailure: 'settle', concurrency: 4 },
      body: {
        containerId: 'sources',
        nodes: [
          { id: 'orders', type: 'http', config: { url: 'https://example.com/orders' } },
          { id: 'stock', type: 'http', config: { url: 'https://example.com/stock' } },
          { id: 'counts', type: 'set', config: { values: { stock: '{{stock.body}}' } } },
        ],
        edges: [{ source: 'stock', target: 'counts' }],
      },
    },
    { title: 'The fastest answer', config: { onFailure: 'first' } },
  ],
  docs: `The nodes inside without an incoming edge start together. Connected nodes form one branch; the value is an object of the last nodes of all
branches by id: \`{{parallel.summary.text}}\`. With **first** it is the value of the winning branch.

Separate branches on the canvas run in parallel without this node. It adds a concurrency limit, one failure policy and one error port, one
timeout and one retry for all branches.`,
});
