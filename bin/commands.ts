import { approvalsCommand } from './commands/approvals.ts';
import { backupCommand } from './commands/backup.ts';
import { checkpointsCommand } from './commands/checkpoints.ts';
import { continueCommand } from './commands/continue.ts';
import { deployCommand } from './commands/deploy.ts';
import { fmtCommand } from './commands/fmt.ts';
import { forkCommand } from './commands/fork.ts';
import { graphCommand } from './commands/graph.ts';
import { keysCommand } from './commands/keys.ts';
import { mcpCommand } from './commands/mcp.ts';
import { restoreCommand } from './commands/restore.ts';
import { runCommand } from './commands/run.ts';
import { toolsCommand } from './commands/tools.ts';
import { validateCommand } from './commands/validate.ts';
import type { CommandDefinition } from './define-command.ts';

/** In the order the help lists them. */
export const commands: readonly CommandDefinition[] = [
  runCommand,
  validateCommand,
  fmtCommand,
  graphCommand,
  deployCommand,
  keysCommand,
  approvalsCommand,
  toolsCommand,
  checkpointsCommand,
  forkCommand,
  continueCommand,
  mcpCommand,
  backupCommand,
  restoreCommand,
];
