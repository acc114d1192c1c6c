import { join } from 'node:path';
import { elapsedTime } from '#lib/async/elapsed-time.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { Clock } from '#lib/ports/runtime.ts';
import type { KnowledgeConfig } from '../config/config-schema.ts';
import type { SkillStore } from '../db/stores/skill-store.ts';
import { makeCompareMeanings } from './compare-meanings.ts';
import { SkillFolder } from './skill-folder.ts';
import { SkillService } from './skill-service.ts';

type Open = {
  /** @defaultValue none: there are only skills of folders */
  readonly store?: SkillStore | undefined;
  readonly dataFolder: string;
  readonly settings: () => KnowledgeConfig;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Logger, 'warn'>;
};

/** Shipped with the product. */
const SHIPPED = join(import.meta.dirname, '../../skills');

/** The skills of the product, of the folder `skills` in the data folder, and of workspaces. */
export function openSkills({ store, dataFolder, settings, clock, log }: Open): SkillService {
  const folders = [SHIPPED, join(dataFolder, 'skills')].map((folder) => new SkillFolder({ folder, now: elapsedTime(clock) }));
  return new SkillService({ store, folders, clock, compareMeanings: makeCompareMeanings({ settings, log }) });
}
