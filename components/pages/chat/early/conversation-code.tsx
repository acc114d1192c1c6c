'use client';
import '#components/chat/markdown-text.tsx';
import '#components/chat/turn-view.tsx';
import '#components/data/page-client.ts';
import '#components/pages/chat/chat-side.tsx';
import '#components/pages/chat/chat-title.tsx';
import '#lib/api/sessions.contract.ts';

/** Draws nothing. A page that contains it loads the code of a stored conversation with its first scripts. */
export function ConversationCode() {
  return null;
}
