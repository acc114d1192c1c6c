import { readFileSync, statSync } from 'node:fs';
import type { Logger } from '#lib/ports/logger.ts';
import { type McpCommandConfig, mcpConfigSchema } from './config-schema.ts';
import type { Environment } from './environment.ts';
import { readConfigValues } from './load-config.ts';

type Commands = Readonly<Record<string, McpCommandConfig>>;
type LiveMcpCommandsOptions = {
  /** Of the config file, which need not exist. */
  readonly file: string;
  readonly variables: Environment['variables'];
  /** As the file had them when the process started. */
  readonly first: Commands;
  readonly log: Pick<Logger, 'warn'>;
};

/**
 * `mcp.commands` of the config file as it is now: `threadloom mcp add` needs no restart. The file is read again at the
 * next use after it was changed. A file that is missing, unreadable or not valid changes nothing.
 */
export class LiveMcpCommands {
  readonly #options: LiveMcpCommandsOptions;
  #commands: Commands;
  #stamp: string;

  constructor(options: LiveMcpCommandsOptions) {
    this.#options = options;
    this.#commands = options.first;
    this.#stamp = stampOf(options.file);
  }

  read(): Commands {
    const { file, variables, log } = this.#options;
    const stamp = stampOf(file);
    // An editor may write a file anew by deleting it first.
    if (stamp === this.#stamp || stamp === MISSING) return this.#commands;
    this.#stamp = stamp;
    try {
      const values = readConfigValues({ file, source: readFileSync(file, 'utf8') }, variables) as { mcp?: unknown };
      this.#commands = mcpConfigSchema.parse(values.mcp ?? {}).commands;
    } catch (error) {
      log.warn('the changed config file cannot be read: its MCP commands stay as they were', { file, error });
    }
    return this.#commands;
  }
}

const MISSING = 'missing';

function stampOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false, bigint: true });
  return stat ? `${stat.ino} ${stat.size} ${stat.mtimeNs}` : MISSING;
}
