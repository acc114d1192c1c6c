import { openChatPage } from '#lib/api/chat-pages.contract.ts';
import { chatFieldsOf } from '#lib/workflow/chat-texts.ts';
import { leavingTexts } from '#lib/workflow/leaving-texts.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { chatPageNotFound } from '../../resources/chat-page-resource.ts';

export const openChatPageHandler = defineHandler(openChatPage, async ({ params: { slug }, deps }) => {
  const page = await deps.publishing.chatPages.find(slug);
  if (!page) throw chatPageNotFound(slug);
  const workflow = await deps.publishing.frozen.get(page.endpoint.documentHash);
  const answerNodes = [...leavingTexts(workflow, deps.nodes)];
  return { status: 200, body: { slug, title: workflow.name, access: page.access, ...chatFieldsOf(workflow), answerNodes } };
});
