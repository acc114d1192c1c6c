import { deleteStoredValue } from '#lib/api/stored-values.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { storedValueNotFound } from '../../resources/stored-value-resource.ts';

export const deleteStoredValueHandler = defineHandler(deleteStoredValue, async ({ query: { key }, repos }) => {
  if (!(await repos.values.remove(key))) throw storedValueNotFound(key);
  return { status: 204 };
});
