import { getChatPage } from '#lib/api/chat-pages.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { toChatPage } from '../../resources/chat-page-resource.ts';
import { loadDeployment } from '../../resources/deployment-resource.ts';

export const getChatPageHandler = defineHandler(getChatPage, async ({ params: { slug }, repos }) => {
  const deployment = await loadDeployment(repos, slug);
  return { status: 200, body: await toChatPage(await repos.chatPages.get(slug), { repos, deployment }) };
});
