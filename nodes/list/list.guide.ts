import { defineNodeGuide } from '#lib/node-kit/define-node-guide.ts';
import listNode from './list.node.ts';

export default defineNodeGuide(listNode, {
  examples: [
    {
      title: 'The two largest open orders',
      config: {
        from: '{{start.orders}}',
        steps: [
          { do: 'filter', field: 'state', value: 'open' },
          { do: 'sort', field: 'total', order: 'descending' },
          { do: 'take', count: 2 },
          { do: 'pick', fields: ['id', 'total'] },
        ],
      },
      scope: {
        start: {
          orders: [
            { id: 1, state: 'open', total: 5 },
            { id: 2, state: 'paid', total: 9 },
            { id: 3, state: 'open', total: 7 },
            { id: 4, state: 'open', total: 1 },
          ],
        },
      },
      fires: {
        out: [
          { id: 3, total: 7 },
          { id: 1, total: 5 },
        ],
      },
    },
    {
      title: 'Orders with their customers',
      config: {
        from: '{{start.orders}}',
        steps: [
          { do: 'join', field: 'customer', with: '{{start.customers}}', otherField: 'id' },
          { do: 'group', field: 'name' },
        ],
      },
      scope: { start: { orders: [{ customer: 7, total: 5 }], customers: [{ id: 7, name: 'Ada' }] } },
      fires: { out: [{ key: 'Ada', items: [{ customer: 7, total: 5, id: 7, name: 'Ada' }] }] },
    },
    {
      title: 'Names without duplicates',
      config: { from: '{{start.people}}', steps: [{ do: 'map', field: 'name' }, { do: 'unique' }, { do: 'sort' }] },
      scope: { start: { people: [{ name: 'Eve' }, { name: 'Ada' }, { name: 'Eve' }] } },
      fires: { out: ['Ada', 'Eve'] },
    },
  ],
  docs: `The value is the list after the last step. The steps are those of the functions \`sortBy\`, \`unique\`, \`groupBy\`, \`joinBy\` and \`zip\` of
expressions, for which no expression is needed.

A **filter** compares numbers as numbers, also where one of them is a text; \`contains\` looks in texts and lists. A **group** gives \`{ key, items }\` for
each value. A **join** adds to each item the fields of the items of the other list with the same value; without a field it joins by position,
as far as the shorter list goes.`,
});
