import type { ContractOutput } from '#lib/api/define-contract.ts';
import type { listRuns } from '#lib/api/run-list.contract.ts';
import type { getTemplate, listTemplates } from '#lib/api/templates.contract.ts';

export type TemplateSummary = ContractOutput<typeof listTemplates>['items'][number];
export type TemplateResource = ContractOutput<typeof getTemplate>;
export type RunListItem = ContractOutput<typeof listRuns>['items'][number];
