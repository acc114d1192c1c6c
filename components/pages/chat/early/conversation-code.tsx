'use client';
import '#components/chat/markdown-text.tsx';
import '#components/chat/turn-view.tsx';
import '#components/data/page-client.ts';
import '#components/pages/chat/chat-side.tsx';
import '#components/pages/chat/chat-title.tsx';
import '#lib/api/sessions.contract.ts';

/** Draws nothing: the code of a stored conversation comes with it. */
export default function ConversationCode() {
  return null;
}
