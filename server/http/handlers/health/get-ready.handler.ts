import { getReady } from '#lib/api/health.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { diskFull, isDiskFull } from '../../../db/database/disk-full.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const getReadyHandler = defineHandler(getReady, async ({ deps }) => {
  await deps.database.ping().catch((cause: unknown) => {
    throw new AppError('unavailable', isDiskFull(cause) ? diskFull().message : 'The database does not answer.', { cause });
  });
  return { status: 200, body: { status: 'ready' } };
});
