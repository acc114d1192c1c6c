import { z } from 'zod';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';

const backupSchema = z
  .object({
    file: z.string().meta({ description: 'Where it lies on the machine of the server.' }),
    sizeBytes: z.int().nonnegative(),
    rows: z.record(z.string(), z.int().nonnegative()).meta({ description: 'How many rows of each table are in it.' }),
  })
  .register(components, { id: 'Backup' });
export type BackupResource = z.output<typeof backupSchema>;

export const createBackup = defineContract({
  name: 'createBackup',
  method: 'POST',
  path: '/api/v1/backups',
  tag: 'system',
  summary: 'Take a backup',
  description:
    'Writes everything the database holds at this moment to a file in the backup folder of the server, while runs go on, and answers once it is whole. Whoever asks while one is being taken gets that one. `threadloom restore` reads it.',
  results: { 201: { description: 'It is written.', body: backupSchema } },
  errors: [],
});
