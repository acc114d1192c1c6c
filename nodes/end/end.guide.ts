import { defineNodeGuide } from '#lib/node-kit/define-node-guide.ts';
import endNode from './end.node.ts';

export default defineNodeGuide(endNode, {
  examples: [
    {
      title: 'An answer and how long it is',
      config: { outputs: { answer: '{{answer.text}}', words: '{{count.words}}', source: 'threadloom' } },
      scope: { answer: { text: 'It scatters.' }, count: { words: 2 } },
      fires: { out: { answer: 'It scatters.', words: 2, source: 'threadloom' } },
    },
    {
      title: 'A response of its own for a webhook',
      config: {
        outputs: { id: '{{order.id}}' },
        response: { status: 201, headers: { location: '/orders/{{order.id}}' }, body: { accepted: '{{order.id}}' } },
      },
      scope: { order: { id: 7 } },
      fires: { out: { id: 7 }, response: { status: 201, headers: { location: '/orders/7' }, body: { accepted: 7 } } },
    },
  ],
  docs: `The outputs are the result of the run: the API returns them, and a workflow that calls this one reads them.

A value that is exactly one \`{{node.field}}\` keeps its type. A workflow may have several end nodes, one per branch; the result has the
outputs of those that ran. Without an end node, the result is the outputs of the last nodes.

**HTTP response** is what a webhook answers whose *Answer* is \`result\`, and \`POST /api/v1/run/{endpoint}?raw=1\`: a status, headers and a body. A text
is sent as plain text unless \`content-type\` says otherwise, a file (of this run, or one that its caller uploaded) as its content, and
anything else as JSON. Pages are sandboxed by the browser, so that they cannot act for people who are signed in here. Of several end nodes that
ran, the response is that of the last by id.`,
});
