import { createVisitor } from '#lib/api/chat-pages.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { chatPageNotFound } from '../../resources/chat-page-resource.ts';

export const createVisitorHandler = defineHandler(createVisitor, async ({ params: { slug }, deps }) => {
  const made = await deps.publishing.chatPages.admit(slug);
  if (!made) throw chatPageNotFound(slug);
  return { status: 201, body: { token: made.token, expiresAt: made.expiresAt.toISOString() } };
});
