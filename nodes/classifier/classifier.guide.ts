import { defineNodeGuide } from '#lib/node-kit/define-node-guide.ts';
import classifierNode from './classifier.node.ts';

export default defineNodeGuide(classifierNode, {
  examples: [
    {
      title: 'Sort a message of a customer',
      config: {
        input: '{{start.message}}',
        classes: [
          { id: 'billing', title: 'Billing', description: 'Invoices, prices, refunds' },
          { id: 'bug', title: 'Bug', description: 'Something does not work as it should' },
        ],
      },
      scope: { start: { message: 'I was charged twice' } },
      input: { message: 'I was charged twice' },
    },
  ],
  docs: `The model reads the text and the descriptions of the classes and chooses one class, or none: then **else** fires. The input value is
passed on unchanged. Each class has its own port; the other branches are skipped.

An answer that is not a class is sent back to the model once. When the model fails, its fallbacks are tried; after the last one the node
fails: connect the **error** port or set *On error* to continue.`,
});
