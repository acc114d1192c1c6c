import { z } from 'zod';
import { slotNameSchema } from '#lib/credentials/credential-type.ts';
import { defineTrigger } from '#lib/trigger-kit/define-trigger.ts';

const DAY_MS = 86_400_000;

export default defineTrigger({
  id: 'poll',
  version: 1,
  title: 'Feed or list',
  summary: 'Starts a run for each new item of a feed or a JSON list.',
  icon: 'rss',
  source: 'look',
  config: z.object({
    url: z
      .url({ protocol: /^https?$/ })
      .max(2000)
      .meta({
        title: 'URL',
        description: 'Address of an RSS or Atom feed, or of a JSON document.',
        expression: 'literal',
        ui: { placeholder: 'https://example.com/feed.xml' },
      }),
    auth: slotNameSchema.optional().meta({
      title: 'Credential',
      description: 'Name of a credential in the settings of the workflow. It is added where the request leaves.',
      expression: 'literal',
      refersTo: 'credential',
    }),
    format: z.enum(['feed', 'json']).default('feed').meta({
      title: 'Format',
      description: 'feed: RSS or Atom; json: a JSON document with a list in it.',
      expression: 'literal',
    }),
    items: z
      .string()
      .max(500)
      .default('')
      .meta({
        title: 'Items',
        description: 'Path of the list in the document, such as data.items. Empty: the document is the list.',
        expression: 'literal',
        ui: { placeholder: 'data.items', visibleWhen: { format: ['json'] } },
      }),
    key: z
      .string()
      .max(500)
      .default('id')
      .meta({
        title: 'Key of an item',
        description: 'Path of the field in an item that tells it from the others.',
        expression: 'literal',
        ui: { placeholder: 'id', visibleWhen: { format: ['json'] } },
      }),
    everyMs: z
      .int()
      .min(10_000)
      .max(30 * DAY_MS)
      .default(300_000)
      .meta({
        title: 'Interval',
        description: 'Time between two looks. A plain number is milliseconds.',
        expression: 'literal',
        ui: { widget: 'duration' },
      }),
  }),
  event: {
    type: 'object',
    properties: {
      item: { description: 'The new item, as the feed or the list has it.' },
      key: { type: 'string', description: 'Text by which the item is known.' },
      url: { type: 'string', description: 'Address of the feed or the list.' },
      foundAt: { type: 'string', format: 'date-time', description: 'When the item was found.' },
      numbersAsText: {
        type: 'array',
        items: { type: 'string' },
        description: 'Fields whose numbers are texts, since a number does not hold them exactly.',
      },
    },
    required: ['item', 'key', 'url', 'foundAt'],
    additionalProperties: false,
  },
  sampleEvent: ({ url, format }, at) => ({
    item:
      format === 'feed'
        ? {
            id: 'post-1',
            title: 'A new post',
            link: 'https://example.com/post-1',
            summary: 'What it is about.',
            publishedAt: at.toISOString(),
          }
        : { id: 'item-1', title: 'A new item' },
    key: 'post-1',
    url,
    foundAt: at.toISOString(),
  }),
  initialConfig: { url: '' },
  examples: [
    { title: 'New posts of a blog', config: { url: 'https://example.com/feed.xml' } },
    {
      title: 'New orders',
      config: { url: 'https://example.com/orders', auth: 'shop', format: 'json', items: 'data.orders', key: 'orderId' },
    },
  ],
  docs: `The items that are there at the first look start no run. Later, each item with a new key starts one, at most 100 at a look. The key of an item
is remembered as long as it is in the list, and those of the last 5,000 items that are not. A feed is RSS, Atom, RDF or JSON Feed. An item of it has \`id\`, \`title\`, \`link\`, \`summary\`,
\`content\`, \`author\`, \`publishedAt\`, \`categories\` and \`enclosures\` (\`url\`, \`mediaType\`, \`sizeBytes\`), as far as the feed says them. Items without
an id are distinguished by their links, and those with the same link or none by their content. An item of a list is as it is, but numbers that a number does not hold exactly are
texts, and \`trigger.numbersAsText\` names their fields.

A look that fails is repeated after a minute, and the page of the trigger says why.`,
});
