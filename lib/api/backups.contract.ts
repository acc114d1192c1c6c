import { z } from 'zod';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';

const backupSchema = z
  .object({
    file: z.string().meta({ description: 'Path on the server.' }),
    sizeBytes: z.int().nonnegative(),
    rows: z.record(z.string(), z.int().nonnegative()).meta({ description: 'Number of rows by table.' }),
  })
  .register(components, { id: 'Backup' });
export type BackupResource = z.output<typeof backupSchema>;

export const createBackup = defineContract({
  name: 'createBackup',
  method: 'POST',
  path: '/api/v1/backups',
  tag: 'system',
  summary: 'Create a backup',
  description:
    'Writes a consistent snapshot of the database to a file in the backup folder of the server and responds when it is complete. Runs continue meanwhile. Concurrent requests share one backup. `threadloom restore` restores it.',
  results: { 201: { description: 'The backup file.', body: backupSchema } },
  errors: [],
});
