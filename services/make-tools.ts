import { join } from 'node:path';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import type { DatabaseClient } from '#lib/ports/database-client.ts';
import type { DocumentReader } from '#lib/ports/document-reader.ts';
import type { Mailer } from '#lib/ports/mailer.ts';
import type { ToolSource } from '#lib/ports/tool-source.ts';
import type { WorkflowLibrary } from '#lib/ports/workflow-library.ts';
import { makeCommands } from '#server/commands/make-commands.ts';
import type { Config } from '#server/config/config-schema.ts';
import type { Environment } from '#server/config/environment.ts';
import type { LiveSettings } from '#server/config/override-keys.ts';
import type { PgRunStore } from '#server/db/event-log/run-store.ts';
import type { PgTabStore } from '#server/db/stores/tab-store.ts';
import type { PgValueStore } from '#server/db/stores/value-store.ts';
import { makeDocumentWriter } from '#server/documents/make-document-writer.ts';
import type { KnowledgeService } from '#server/knowledge/knowledge-service.ts';
import type { MemoryService } from '#server/memory/memory-service.ts';
import type { makeSandbox } from '#server/sandbox/make-sandbox.ts';
import { type AuthorizeSearch, makeWebSearch } from '#server/search/make-web-search.ts';
import type { SkillService } from '#server/skills/skill-service.ts';
import type { FileStore } from '#server/storage/files/file-store.ts';
import { makeStoredFiles } from '#server/storage/stored-files.ts';

export type ToolParts = {
  readonly dataFolder: string;
  /** Of the config file alone: programs, folders and hosts of the sandbox. */
  readonly config: Pick<Config, 'commands' | 'files' | 'sandbox'>;
  /** With what the studio changed. */
  readonly settings: Pick<LiveSettings, 'tools' | 'search'>;
  readonly files: FileStore;
  readonly store: PgRunStore;
  readonly sandbox: ReturnType<typeof makeSandbox>;
  readonly source: ToolSource;
  readonly workflows: WorkflowLibrary;
  readonly knowledge: KnowledgeService;
  readonly memory: MemoryService;
  readonly values: PgValueStore;
  readonly tabs: PgTabStore;
  readonly databases: DatabaseClient;
  readonly mail: Mailer;
  readonly skills: SkillService;
  readonly variables: Environment['variables'];
  readonly authorizeSearch: AuthorizeSearch;
  readonly documentReader: DocumentReader;
};

/** What the tools of this process work with, as its config says. */
export function makeTools(parts: ToolParts) {
  const { config, settings, files, dataFolder, store, sandbox, source, workflows, knowledge, memory, skills } = parts;
  const { values, tabs, databases, mail, variables, authorizeSearch, documentReader } = parts;
  const { allow_commands: allowCommands } = config.commands;
  return makeToolKit({
    payloads: store,
    source,
    workflows,
    knowledge,
    userMemory: memory,
    values,
    tabs,
    databases,
    mail,
    skills,
    settings: settings.tools,
    files: makeStoredFiles({
      store: files,
      denyGlobs: config.files.deny_globs,
      maxFileBytes: config.files.max_file_bytes,
    }),
    search: settings.search && makeWebSearch(settings.search, { authorize: authorizeSearch }),
    commands:
      allowCommands.length > 0 ? makeCommands({ root: join(dataFolder, 'commands'), allowCommands, variables }) : undefined,
    documents: documentReader,
    documentWriter: makeDocumentWriter(),
    sandbox,
    codeEnvironment: config.sandbox.environment,
    codeHosts: config.sandbox.tool_hosts,
  });
}
