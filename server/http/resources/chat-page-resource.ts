import type { ChatPageDetail, ChatPageResource } from '#lib/api/chat-pages.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { safeParse } from '#lib/workflow/read-workflow.ts';
import { userMemoryNodes } from '#lib/workflow/user-memory-nodes.ts';
import type { Deployment } from '../../db/repositories/deployment-repository.ts';
import type { Repositories } from '../../db/repositories/repositories.ts';

/** The same for no deployment and for a page that is off, so that it does not reveal which there are. */
export function chatPageNotFound(slug: string): AppError {
  return new AppError('not-found', `There is no chat page ${slug}.`);
}

type Live = { readonly repos: Pick<Repositories, 'versions'>; readonly deployment: Pick<Deployment, 'workflowId' | 'version'> };

/** The settings of a page, and what of the deployed version its visitors cannot use. */
export async function toChatPage(page: ChatPageResource, { repos, deployment }: Live): Promise<ChatPageDetail> {
  const version = await repos.versions.get(deployment.workflowId, deployment.version);
  const read = version && safeParse(JSON.parse(version.document));
  return { ...page, userMemoryNodes: read?.success ? userMemoryNodes(read.workflow) : [] };
}
