import { defineNodeGuide } from '#lib/node-kit/define-node-guide.ts';
import databaseNode from './database.node.ts';

export default defineNodeGuide(databaseNode, {
  examples: [
    {
      title: 'Read customers of a city',
      config: { credential: 'crm', query: 'SELECT id, name FROM customers WHERE city = $1', parameters: ['{{start.city}}'] },
      scope: { start: { city: 'Turin' } },
    },
    {
      title: 'Store an order',
      config: {
        credential: 'shop',
        query: 'INSERT INTO orders (id, total) VALUES (?, ?) ON DUPLICATE KEY UPDATE total = VALUES(total)',
        parameters: ['{{start.id}}', '{{start.total}}'],
        readOnly: false,
        isRepeatable: true,
      },
      scope: { start: { id: 7, total: 12.5 } },
    },
  ],
  docs: `Returns \`{ rows, count }\`: rows as objects, and their number, or the number of changed rows. Times are texts in ISO form, bytes are Base64, and
numbers that a JSON number cannot hold exactly are texts.

The statement is fixed: references are written as **parameters**, which the server never reads as SQL. One statement runs on a connection of its
own. With **read only** the server refuses changes; still, use a role that may only do what the workflow needs.

The **credential** has host, user and password. Addresses inside your network are refused unless an administrator has allowed the host and port. A result of
more than the rows of the limit, or of 10 MB, fails the node.`,
});
