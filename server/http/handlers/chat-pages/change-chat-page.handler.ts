import { changeChatPage } from '#lib/api/chat-pages.contract.ts';
import type { ChatLook } from '#lib/chat/chat-look.ts';
import { pickDefined } from '#lib/run/pick-defined.ts';
import type { ChatLogo } from '../../../db/repositories/chat-page-repository.ts';
import { assertVoice } from '../../chat/assert-voice.ts';
import { readLogo } from '../../files/read-logo.ts';
import { defineHandler, type HandlerContext } from '../../handler-kit/define-handler.ts';
import { toChatPage } from '../../resources/chat-page-resource.ts';
import { deploymentNotFound, loadDeployment } from '../../resources/deployment-resource.ts';

export const changeChatPageHandler = defineHandler(changeChatPage, async ({ params: { slug }, body, ...context }) => {
  const { repos, deps } = context;
  const given = pickDefined(body, 'access', 'origins', 'ratePerMinute', 'visitorRatePerMinute', 'look', 'voice');
  if (body.voice) await assertVoice({ voice: body.voice, before: (await repos.chatPages.get(slug)).voice }, deps.voice);
  const page = await repos.chatPages.change(slug, { ...given, ...(await logoOf(slug, body.look, context)) });
  if (!page) throw deploymentNotFound(slug);
  if (body.look && page.look.keepDays !== null) await repos.chatPages.keepChats(slug, page.look.keepDays);
  deps.publishing.chatPages.invalidateAll();
  const deployment = await loadDeployment(repos, slug);
  return { status: 200, body: await toChatPage(page, { repos, deployment }) };
});

/** A copy of the image, made when another one is chosen: the file may be gone by now. */
async function logoOf(slug: string, look: ChatLook | undefined, context: HandlerContext): Promise<{ logo?: ChatLogo | null }> {
  if (!look) return {};
  if (!look.logo) return { logo: null };
  const before = await context.repos.chatPages.get(slug);
  if (before.look.logo?.fileId === look.logo.fileId) return {};
  return { logo: await readLogo(look.logo.fileId, context) };
}
