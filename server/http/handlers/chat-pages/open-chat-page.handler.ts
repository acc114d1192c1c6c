import { openChatPage } from '#lib/api/chat-pages.contract.ts';
import { hiddenPath } from '#lib/run/hidden-path.ts';
import { chatFieldsOf } from '#lib/workflow/chat-texts.ts';
import { answerTexts } from '#lib/workflow/leaving-texts.ts';
import { logoPath, publicLook } from '#lib/workflow/public-look.ts';
import { stepNodes } from '#lib/workflow/step-nodes.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { chatPageNotFound } from '../../resources/chat-page-resource.ts';

export const openChatPageHandler = defineHandler(openChatPage, async ({ params: { slug }, deps }) => {
  const page = await deps.publishing.chatPages.find(slug);
  if (!page) throw chatPageNotFound(slug);
  const workflow = await deps.publishing.frozen.get(page.endpoint.documentHash);
  const decides = page.access === 'key' && page.endpoint.allowsDecisions;
  const about = { slug, title: page.look.name || workflow.name, access: page.access, decides };
  const texts = answerTexts(workflow);
  // As the events name nodes: visitors read numbers.
  const named = page.access === 'public' ? hiddenPath : (path: string) => path;
  const steps = Object.entries(stepNodes(workflow)).map(([path, kind]) => [named(path), kind] as const);
  const fields = { ...chatFieldsOf(workflow), ...(!page.look.attachments && { fileInputs: [], filesInput: null }) };
  const look = publicLook({ ...page, fields, logoUrl: logoPath(slug, page.logoHash) });
  const { transcriptionModel, speechModel } = page.voice;
  const voice = { transcribes: transcriptionModel !== null, speaks: speechModel !== null };
  return {
    status: 200,
    body: { ...about, ...fields, answerNodes: [...texts].map(named), stepNodes: Object.fromEntries(steps), look, voice },
  };
});
