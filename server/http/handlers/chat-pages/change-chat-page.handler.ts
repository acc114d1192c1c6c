import { changeChatPage } from '#lib/api/chat-pages.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { toChatPage } from '../../resources/chat-page-resource.ts';
import { deploymentNotFound, loadDeployment } from '../../resources/deployment-resource.ts';

export const changeChatPageHandler = defineHandler(changeChatPage, async ({ params: { slug }, body, repos, deps }) => {
  const before = await repos.chatPages.get(slug);
  const { access = before.access, origins = before.origins } = body;
  const { ratePerMinute = before.ratePerMinute, visitorRatePerMinute = before.visitorRatePerMinute } = body;
  const page = { access, origins, ratePerMinute, visitorRatePerMinute };
  if (!(await repos.chatPages.save(slug, page))) throw deploymentNotFound(slug);
  deps.publishing.chatPages.invalidateAll();
  const deployment = await loadDeployment(repos, slug);
  return { status: 200, body: await toChatPage(page, { repos, deployment }) };
});
