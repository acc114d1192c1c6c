import { defineCommand } from '../define-command.ts';

export const restoreCommand = defineCommand({
  name: 'restore',
  summary: 'Replaces the contents of a database with a backup',
  usage: 'FILE [--force] [--without-secrets]',
  operands: { min: 1, max: 1 },
  options: {
    force: { kind: 'flag', help: 'Throw away what the database and the override file hold now' },
    'without-secrets': {
      kind: 'flag',
      help: 'Also when the key of the backup is lost, or when another installation or an earlier version wrote it: what another key sealed cannot be read any more',
    },
  },
  details: `The target is the database of DATABASE_URL, or the embedded one in THREADLOOM_DATA_DIR (.data); a backup of either kind fits both. End all
processes that work with it first. FILE is read to its end before anything is changed, and everything happens in one transaction: a damaged file, one of a newer version, one whose
logs have gaps, or another THREADLOOM_SECRET_KEY leaves the target unchanged. Runs in progress at the time of the backup resume when a server starts.`,
  examples: [
    'threadloom restore .data/backups/threadloom-20261122T133700123Z.backup.gz',
    'DATABASE_URL=postgresql://threadloom@db/threadloom threadloom restore monday.backup.gz --force',
  ],
  async run({ operands: [file = ''], options, terminal }) {
    const { restoreHere } = await import('../backup/restore-here.ts');
    return restoreHere({ file, isForced: options.force, hasSecrets: !options['without-secrets'] }, terminal);
  },
});
