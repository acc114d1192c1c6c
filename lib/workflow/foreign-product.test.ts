import { expect, test } from 'vitest';
import { document, startNode } from '#tests/support/test-nodes.ts';
import { foreignProduct } from './foreign-product.ts';

test.each<[string, unknown]>([
  ['n8n', { name: 'My workflow', nodes: [{ type: 'n8n-nodes-base.webhook', typeVersion: 2 }], connections: {} }],
  ['n8n', { nodes: [], connections: {} }],
  ['n8n', { nodes: [{ type: '@n8n/n8n-nodes-langchain.agent' }] }],
  ['Flowise', { nodes: [{ id: 'chatOpenAI_0', type: 'customNode', data: { inputAnchors: [] } }], edges: [] }],
  ['Langflow', { name: 'Flow', data: { nodes: [], edges: [], viewport: {} } }],
  ['Dify', 'app:\n  mode: workflow\n  name: Flow\nkind: app\nversion: 0.1.5\nworkflow:\n  graph: {}\n'],
  ['Dify', { kind: 'app', version: '0.3', app: { mode: 'workflow' } }],
  ['Sim', 'version: "1.0"\nblocks:\n  start:\n    type: starter\n'],
  ['Sim', { blocks: {}, edges: [] }],
  ['Make', { name: 'Scenario', flow: [], metadata: { version: 1 } }],
])('a file of %s is known: %j', (product, file) => {
  expect(foreignProduct(typeof file === 'string' ? file : JSON.stringify(file))).toBe(product);
});

test.each([JSON.stringify(document([startNode])), '{"name": ', '[1]', 'null', 'Hello', '{"nodes": [null, 3], "edges": []}'])(
  '%s is of no other product',
  (text) => {
    expect(foreignProduct(text)).toBeUndefined();
  },
);
