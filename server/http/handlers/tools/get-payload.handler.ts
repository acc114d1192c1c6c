import { getPayload } from '#lib/api/tools.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const getPayloadHandler = defineHandler(getPayload, async ({ params: { hash }, workspaceId, deps }) => {
  const text = await deps.payloads.readPayload(workspaceId, hash);
  if (text === undefined) throw new AppError('not-found', `There is no stored result ${hash}`);
  return { status: 200, body: { hash, chars: text.length, data: JSON.parse(text) } };
});
