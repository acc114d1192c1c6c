import { listStoredValues } from '#lib/api/stored-values.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { toStoredValueResource } from '../../resources/stored-value-resource.ts';

export const listStoredValuesHandler = defineHandler(listStoredValues, async ({ query, repos }) => {
  const { items, nextCursor } = await repos.values.list(query);
  return { status: 200, body: { items: items.map(toStoredValueResource), nextCursor } };
});
