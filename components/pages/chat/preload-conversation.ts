/**
 * Loads at once the code that draws a stored conversation. Otherwise each part is requested only after the one before
 * has been drawn. Failures show where the part is used.
 */
export function preloadConversation(): void {
  const parts = [
    import('#components/data/page-client.ts'),
    import('#lib/api/sessions.contract.ts'),
    import('#components/chat/turn-view.tsx'),
    import('#components/chat/markdown-text.tsx'),
    import('#components/pages/chat/chat-side.tsx'),
    import('#components/pages/chat/chat-title.tsx'),
  ];
  for (const part of parts) part.catch(() => {});
}
