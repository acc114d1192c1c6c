import { createBackup } from '#lib/api/backups.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const createBackupHandler = defineHandler(createBackup, async ({ deps }) => {
  const { file, sizeBytes, rows } = await deps.backups.take();
  return { status: 201, body: { file, sizeBytes, rows } };
});
