import { openChatPage } from '#lib/api/chat-pages.contract.ts';
import { hiddenPath } from '#lib/run/hidden-path.ts';
import { chatFieldsOf } from '#lib/workflow/chat-texts.ts';
import { leavingTexts } from '#lib/workflow/leaving-texts.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { chatPageNotFound } from '../../resources/chat-page-resource.ts';

export const openChatPageHandler = defineHandler(openChatPage, async ({ params: { slug }, deps }) => {
  const page = await deps.publishing.chatPages.find(slug);
  if (!page) throw chatPageNotFound(slug);
  const workflow = await deps.publishing.frozen.get(page.endpoint.documentHash);
  const decides = page.access === 'key' && page.endpoint.allowsDecisions;
  const about = { slug, title: workflow.name, access: page.access, decides };
  const texts = [...leavingTexts(workflow)];
  // As the events name nodes: visitors read numbers.
  const answerNodes = page.access === 'public' ? texts.map(hiddenPath) : texts;
  return { status: 200, body: { ...about, ...chatFieldsOf(workflow), answerNodes } };
});
