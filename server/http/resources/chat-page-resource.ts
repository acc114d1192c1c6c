import type { ChatPageDetail } from '#lib/api/chat-pages.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { logoPath } from '#lib/workflow/public-look.ts';
import { safeParse } from '#lib/workflow/read-workflow.ts';
import { userMemoryNodes } from '#lib/workflow/user-memory-nodes.ts';
import type { StoredChatPage } from '../../db/repositories/chat-page-repository.ts';
import type { Deployment } from '../../db/repositories/deployment-repository.ts';
import type { Repositories } from '../../db/repositories/repositories.ts';

/** The same for no deployment and for a page that is off, so that it does not reveal which there are. */
export function chatPageNotFound(slug: string): AppError {
  return new AppError('not-found', `There is no chat page ${slug}.`);
}

type Live = {
  readonly repos: Pick<Repositories, 'versions'>;
  readonly deployment: Pick<Deployment, 'slug' | 'workflowId' | 'version'>;
};

/** The settings of a page, and what of the deployed version its visitors cannot use. */
export async function toChatPage({ logoHash, ...page }: StoredChatPage, { repos, deployment }: Live): Promise<ChatPageDetail> {
  const version = await repos.versions.get(deployment.workflowId, deployment.version);
  const read = version && safeParse(JSON.parse(version.document));
  const logoUrl = logoPath(deployment.slug, logoHash);
  return { ...page, logoUrl, userMemoryNodes: read?.success ? userMemoryNodes(read.workflow) : [] };
}
