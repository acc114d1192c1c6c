import type { HomeData } from '#components/pages/home/home-data.ts';
import type { StartExample } from '#components/pages/start/start-examples.ts';
import type { TemplateCard } from '#components/pages/templates/template-card.ts';
import type { AttentionResource } from '#lib/api/attention.contract.ts';
import type { ContractOutput } from '#lib/api/define-contract.ts';
import type { listModels } from '#lib/api/models.contract.ts';

/** As many rows as fit on the first screen. */
export const RECENT_ROWS = 6;

/** Server-rendered data of the start page; its rows are the last saved workflows. */
export type StartData = HomeData & {
  /** Those to show first, first. */
  readonly templates: readonly TemplateCard[];
  readonly examples: readonly StartExample[];
  readonly models: ContractOutput<typeof listModels>['items'];
  readonly attention: AttentionResource;
};
