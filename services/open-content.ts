import type pg from 'pg';
import type { Logger } from '#lib/ports/logger.ts';
import type { GuardedFetch } from '#lib/ports/runtime.ts';
import type { LiveConfig } from '#server/config/live-config.ts';
import { SkillStore } from '#server/db/stores/skill-store.ts';
import { makeDocumentReader } from '#server/documents/make-document-reader.ts';
import { KnowledgeService } from '#server/knowledge/knowledge-service.ts';
import { KnowledgeTools } from '#server/knowledge/knowledge-tools.ts';
import { openKnowledgeIndexer } from '#server/knowledge/open-knowledge-indexer.ts';
import { MemoryService } from '#server/memory/memory-service.ts';
import type { MakeMeter } from '#server/models/outside-meter.ts';
import { newId } from '#server/process/new-id.ts';
import { systemClock } from '#server/process/system-clock.ts';
import { openSkills } from '#server/skills/open-skills.ts';
import { openFiles } from '#server/storage/open-files.ts';

type OpenContent = {
  readonly pool: pg.Pool;
  /** No other process uses the database. */
  readonly isAlone: boolean;
  readonly dataFolder: string;
  /** Signs links to files. */
  readonly masterKey: Buffer;
  readonly liveConfig: LiveConfig;
  readonly meters: MakeMeter;
  readonly fetch: GuardedFetch;
  readonly log: Logger;
};

export type Content = Awaited<ReturnType<typeof openContent>>;

/** What a workspace keeps besides workflows and runs: files, knowledge, memory and skills. */
export async function openContent({ pool, isAlone, dataFolder, masterKey, liveConfig, meters, fetch, log }: OpenContent) {
  const settings = () => liveConfig.current.knowledge;
  const clock = systemClock;
  const { files: config } = liveConfig.base;
  const files = await openFiles({ pool, config, dataFolder, masterKey, newFileId: newId, log });
  const knowledge = new KnowledgeService({
    pool,
    files: files.store,
    settings,
    newId,
    meters,
    onWork: () => indexing.wake(),
  });
  const indexing = openKnowledgeIndexer({ knowledge, files: files.store, fetch, newId, isAlone, log });
  return {
    files,
    documentReader: makeDocumentReader(),
    knowledge,
    knowledgeTools: new KnowledgeTools({ knowledge, clock }),
    indexing,
    memory: new MemoryService({ pool, settings, newId, meters, log }),
    skills: openSkills({ store: new SkillStore(pool), dataFolder, settings, clock, log }),
  };
}
