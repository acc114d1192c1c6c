'use client';
import dynamic from 'next/dynamic';

/** The page that is drawn by the server asks for the code at once, and only a page that contains this. */
export const LazyConversationCode = dynamic(() => import('#components/pages/chat/early/conversation-code.tsx'));
