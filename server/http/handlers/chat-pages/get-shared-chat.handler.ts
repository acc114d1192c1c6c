import { getSharedChat } from '#lib/api/chat-pages.contract.ts';
import { sharedTurnSchema } from '#lib/chat/shared-turn.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { chatFieldsOf } from '#lib/workflow/chat-texts.ts';
import { logoPath, publicLook } from '#lib/workflow/public-look.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const getSharedChatHandler = defineHandler(getSharedChat, async ({ params: { slug, token }, deps }) => {
  const shared = await deps.publishing.chatPages.sharedChat(slug, token);
  if (!shared) throw new AppError('not-found', 'There is no shared chat at this address.');
  const { page, title, content, sharedAt } = shared;
  const workflow = await deps.publishing.frozen.get(page.endpoint.documentHash);
  const look = publicLook({ ...page, fields: chatFieldsOf(workflow), logoUrl: logoPath(slug, page.logoHash) });
  const turns = sharedTurnSchema.array().parse(JSON.parse(content));
  const name = page.look.name || workflow.name;
  return { status: 200, body: { slug, title, name, look, sharedAt: sharedAt.toISOString(), turns } };
});
