'use client';
import dynamic from 'next/dynamic';

const Nothing = () => null;

/** Each is the target of an import elsewhere, so that the same files are loaded. */
const parts = [
  dynamic(async () => {
    await import('#components/chat/turn-view.tsx');
    return Nothing;
  }),
  dynamic(async () => {
    await import('#components/chat/markdown-text.tsx');
    return Nothing;
  }),
  dynamic(async () => {
    await import('#components/pages/chat/chat-side.tsx');
    return Nothing;
  }),
  dynamic(async () => {
    await import('#components/pages/chat/chat-title.tsx');
    return Nothing;
  }),
  dynamic(async () => {
    await import('#components/data/page-client.ts');
    return Nothing;
  }),
];

/** Draws nothing. A page that contains it asks for the code of a stored conversation while it is parsed. */
export function LazyConversationCode() {
  return parts.map((Part, index) => <Part key={String(index)} />);
}
