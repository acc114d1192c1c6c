import { defineCommand } from '../define-command.ts';

export const backupCommand = defineCommand({
  name: 'backup',
  summary: 'Writes the whole database to one file while runs continue',
  usage: '[--out FILE] [--server URL]',
  operands: { min: 0, max: 0 },
  options: {
    out: { kind: 'text', value: 'FILE', help: 'Where to; else the backup folder, under a name with the time' },
    server: { kind: 'text', value: 'URL', help: 'The server that takes it (also THREADLOOM_URL); its machine has the file' },
  },
  details: `Reads the database of DATABASE_URL, or the embedded one in THREADLOOM_DATA_DIR (.data). The embedded one belongs to one process: while its
server runs, name it with --server; it writes to its backup folder. The file holds one moment, also of the config's override file; keys and other
secrets in it stay sealed with THREADLOOM_SECRET_KEY, so keep that key (or the file secret.key of the data folder) in another place. Files that tools wrote
(the folder files) are not in it.`,
  examples: [
    'threadloom backup --server http://127.0.0.1:3000',
    'threadloom backup --out /mnt/backups/monday.backup.gz',
    'DATABASE_URL=postgresql://threadloom@db/threadloom threadloom backup',
  ],
  async run({ options, terminal }) {
    const { backupHere, backupOnServer } = await import('../backup/make-backup.ts');
    const { serverOf } = await import('../run/server-client.ts');
    const server = serverOf(options, terminal);
    return server === undefined ? backupHere(options, terminal) : backupOnServer(server, options, terminal);
  },
});
