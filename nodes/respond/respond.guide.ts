import { defineNodeGuide } from '#lib/node-kit/define-node-guide.ts';
import respondNode from './respond.node.ts';

export default defineNodeGuide(respondNode, {
  examples: [
    {
      title: 'Accept an order and continue',
      config: { status: 202, headers: { Location: '/orders/{{start.id}}' }, body: { accepted: true, id: '{{start.id}}' } },
      scope: { start: { id: 'A-7' } },
      fires: { out: { status: 202, headers: { location: '/orders/A-7' }, body: { accepted: true, id: 'A-7' } } },
    },
    {
      title: 'A text as XML',
      config: { headers: { 'Content-Type': 'application/xml' }, body: '<ok>{{start.id}}</ok>' },
      scope: { start: { id: 7 } },
      fires: { out: { status: 200, headers: { 'content-type': 'application/xml' }, body: '<ok>7</ok>' } },
    },
  ],
  docs: `Set **Answer** of the webhook to \`respond\`: its request is answered by the first respond node that runs, and the run continues after it.
A run that ends without one is answered with its outputs, as with \`result\`; after **Wait for the result**, and while the run waits for a person, the
answer is 202. A request that is sent again gets the same answer.

A body that is a text is sent as it is, as \`text/plain\` unless a header names another type; any other value is sent as JSON. With **Send body
as: file** the body is a file: a start input, a file of another node, or the path of a workspace file.

Headers of the connection, \`Set-Cookie\` and content policies are refused, because the address is one of this server. For the same reason a page that
is answered has an origin of its own: its scripts reach nothing of this server. Called workflows do not answer the request; without a webhook the node only has its value.`,
});
