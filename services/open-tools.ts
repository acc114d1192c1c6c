import { makeLiveTools } from '#engine/tool-handlers/make-live-tools.ts';
import { joinToolSources } from '#lib/ports/join-tool-sources.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { ToolSource } from '#lib/ports/tool-source.ts';
import type { Environment } from '#server/config/environment.ts';
import type { LiveConfig } from '#server/config/live-config.ts';
import { makeDatabaseClient } from '#server/connections/database-client.ts';
import { makeMailer } from '#server/connections/mailer.ts';
import type { Database } from '#server/db/database/open-database.ts';
import { PgValueStore } from '#server/db/stores/value-store.ts';
import { ModuleTools } from '#server/module-tools/module-tools.ts';
import { systemClock } from '#server/process/system-clock.ts';
import { makeTools, type ToolParts } from './make-tools.ts';
import type { Content } from './open-content.ts';
import type { Outgoing } from './open-outgoing.ts';

type OpenTools = Pick<ToolParts, 'store' | 'sandbox' | 'workflows' | 'tabs'> & {
  readonly database: Pick<Database, 'pool'>;
  readonly environment: Pick<Environment, 'dataDir' | 'variables'>;
  readonly liveConfig: LiveConfig;
  readonly outgoing: Outgoing;
  readonly content: Content;
  /** Besides the modules of the config file. */
  readonly sources: readonly ToolSource[];
  readonly log: Logger;
};

/** The tools that nodes and models may call. They are made again when their settings change. */
export function openTools({ database, environment, liveConfig, outgoing, content, sources, log, ...parts }: OpenTools) {
  const moduleTools = new ModuleTools({
    modules: liveConfig.base.tool_modules,
    configFile: liveConfig.file,
    clock: systemClock,
    log,
  });
  const { files, knowledge, memory, skills, documentReader } = content;
  const { connections } = outgoing;
  const { dataDir: dataFolder, variables } = environment;
  const source = joinToolSources([...sources, moduleTools]);
  const values = new PgValueStore(database.pool);
  return makeLiveTools(() => liveConfig.current, {
    makeKit: (settings) =>
      makeTools({
        ...parts,
        config: liveConfig.base,
        settings,
        dataFolder,
        variables,
        source,
        values,
        files: files.store,
        knowledge,
        memory,
        skills,
        documentReader,
        databases: makeDatabaseClient(connections),
        mail: makeMailer(connections),
        authorizeSearch: outgoing.authorize,
      }),
    onUnusable: (error) => log.error('the changed settings of tools are not used', { error }),
  });
}
