import { approvalsCommand } from './commands/approvals.ts';
import { backupCommand } from './commands/backup.ts';
import { chatCommand } from './commands/chat.ts';
import { checkpointsCommand } from './commands/checkpoints.ts';
import { completionCommand } from './commands/completion.ts';
import { continueCommand } from './commands/continue.ts';
import { deployCommand } from './commands/deploy.ts';
import { exportCommand } from './commands/export.ts';
import { fmtCommand } from './commands/fmt.ts';
import { forkCommand } from './commands/fork.ts';
import { graphCommand } from './commands/graph.ts';
import { importCommand } from './commands/import.ts';
import { keysCommand } from './commands/keys.ts';
import { logsCommand } from './commands/logs.ts';
import { mcpCommand } from './commands/mcp.ts';
import { restoreCommand } from './commands/restore.ts';
import { runCommand } from './commands/run.ts';
import { schemaCommand } from './commands/schema.ts';
import { skillsCommand } from './commands/skills.ts';
import { testCommand } from './commands/test.ts';
import { toolsCommand } from './commands/tools.ts';
import { triggersCommand } from './commands/triggers.ts';
import { validateCommand } from './commands/validate.ts';
import type { CommandDefinition } from './define-command.ts';

/** In the order the help lists them. */
export const commands: readonly CommandDefinition[] = [
  runCommand,
  chatCommand,
  testCommand,
  validateCommand,
  fmtCommand,
  schemaCommand,
  graphCommand,
  deployCommand,
  keysCommand,
  triggersCommand,
  logsCommand,
  approvalsCommand,
  toolsCommand,
  skillsCommand,
  checkpointsCommand,
  forkCommand,
  continueCommand,
  exportCommand,
  importCommand,
  mcpCommand,
  backupCommand,
  restoreCommand,
  completionCommand,
];
