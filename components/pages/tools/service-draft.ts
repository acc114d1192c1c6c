import type { ServiceOperationResource, ToolServiceResource } from '#lib/api/tool-services.contract.ts';
import { serviceIdSchema } from '#lib/openapi/api-operation.ts';

/** What a service begins with, as its document or its storage has it. */
export type FirstService = Pick<ToolServiceResource, 'id' | 'title' | 'serverUrl' | 'credentialId'>;

/** A service as its form holds it. */
export type ServiceDraft = {
  readonly id: string;
  readonly title: string;
  readonly serverUrl: string;
  /** Empty: none. */
  readonly credentialId: string;
  /** Names of those that are tools. */
  readonly operations: ReadonlySet<string>;
  readonly isEnabled: boolean;
};
type Problem = 'missing' | 'id' | 'serverUrl' | 'braces';

export function serviceDraftOf(
  { id, title, serverUrl, credentialId }: FirstService,
  operations: readonly ServiceOperationResource[],
  stored: ToolServiceResource | undefined,
): ServiceDraft {
  const chosen = operations.filter(({ isChosen }) => isChosen).map(({ name }) => name);
  const isEnabled = stored?.isEnabled ?? true;
  return { id, title, serverUrl, credentialId: credentialId ?? '', operations: new Set(chosen), isEnabled };
}

/** What is wrong with the fields of a form; the rest is for the server to say. */
export function serviceProblems({ id, title, serverUrl }: ServiceDraft): Partial<Record<keyof ServiceDraft, Problem>> {
  const problems: Partial<Record<keyof ServiceDraft, Problem>> = {};
  const url = serverUrl.trim();
  if (id === '') problems.id = 'missing';
  else if (!serviceIdSchema.safeParse(id).success) problems.id = 'id';
  if (title.trim() === '') problems.title = 'missing';
  if (url === '') problems.serverUrl = 'missing';
  else if (url.includes('{')) problems.serverUrl = 'braces';
  else if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) problems.serverUrl = 'serverUrl';
  return problems;
}

/** What of a draft without problems a service takes, new or changed. */
export function serviceOf({ title, serverUrl, credentialId, operations }: ServiceDraft) {
  return {
    title: title.trim(),
    serverUrl: serverUrl.trim(),
    credentialId: credentialId || null,
    operations: [...operations],
  };
}
