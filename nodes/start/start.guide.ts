import { defineNodeGuide } from '#lib/node-kit/define-node-guide.ts';
import startNode from './start.node.ts';

export default defineNodeGuide(startNode, {
  examples: [
    {
      title: 'A question and a tone',
      config: {
        inputs: [
          { name: 'question', type: 'text', title: 'Your question', required: true },
          { name: 'tone', type: 'select', options: ['plain', 'friendly'], default: 'plain' },
        ],
      },
      runInputs: { question: 'Why is the sky blue?' },
      fires: { out: { question: 'Why is the sky blue?', tone: 'plain' } },
    },
    {
      title: 'Every type',
      config: {
        inputs: [
          { name: 'count', type: 'number' },
          { name: 'isUrgent', type: 'boolean' },
          { name: 'report', type: 'file' },
          { name: 'photos', type: 'files' },
          { name: 'order', type: 'json', schema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } },
        ],
      },
      runInputs: {
        count: 3,
        isUrgent: false,
        report: { name: 'a.txt', mediaType: 'text/plain', text: 'Hello' },
        photos: [{ fileId: 'file_1' }, { name: 'b.png', mediaType: 'image/png', base64: 'iVBORw==' }],
        order: { id: 'A-7' },
      },
      fires: {
        out: {
          count: 3,
          isUrgent: false,
          report: { name: 'a.txt', mediaType: 'text/plain', text: 'Hello' },
          photos: [{ fileId: 'file_1' }, { name: 'b.png', mediaType: 'image/png', base64: 'iVBORw==' }],
          order: { id: 'A-7' },
        },
      },
    },
    { title: 'A workflow without inputs', config: { inputs: [] }, fires: { out: {} } },
  ],
  docs: `Every run begins here. The inputs you declare build the run form and the request of the published API; nodes read them as
\`{{start.name}}\`.

A **required** input must be set, unless it has a **default**. An optional input that was not set is missing, not empty: write
\`{{start.note | default: "none"}}\` where you read it. Undeclared inputs are refused, so a misspelled name is an error.

An input of type **files** is a list of up to 100 files, which is empty when none was given. Nodes take the list where they take files:
\`{{start.photos}}\`.

In a **chat** the message is one text input and attachments are the file inputs, in order; the first input of type files takes the rest. Other inputs need a default. The chat begins with the
**opening line** and offers the **suggested questions**.`,
});
