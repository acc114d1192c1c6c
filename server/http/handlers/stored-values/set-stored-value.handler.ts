import { setStoredValue } from '#lib/api/stored-values.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { toStoredValueResource } from '../../resources/stored-value-resource.ts';

const MAX_VALUE_CHARS = 200_000;

export const setStoredValueHandler = defineHandler(setStoredValue, async ({ body: { key, value, ttlMs }, repos }) => {
  const chars = JSON.stringify(value).length;
  if (chars > MAX_VALUE_CHARS)
    throw new AppError('body-too-large', `body.value: ${chars} characters as JSON are more than ${MAX_VALUE_CHARS}.`);
  return { status: 200, body: toStoredValueResource(await repos.values.set(key, value, ttlMs ?? null)) };
});
