import { getStoredValue } from '#lib/api/stored-values.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { storedValueNotFound, toStoredValueResource } from '../../resources/stored-value-resource.ts';

export const getStoredValueHandler = defineHandler(getStoredValue, async ({ query: { key }, repos }) => {
  const found = await repos.values.get(key);
  if (!found) throw storedValueNotFound(key);
  return { status: 200, body: toStoredValueResource(found) };
});
