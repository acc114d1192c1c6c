import { getChatPage } from '#lib/api/chat-pages.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadDeployment } from '../../resources/deployment-resource.ts';

export const getChatPageHandler = defineHandler(getChatPage, async ({ params: { slug }, repos }) => {
  await loadDeployment(repos, slug);
  return { status: 200, body: await repos.chatPages.get(slug) };
});
