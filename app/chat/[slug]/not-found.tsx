import { ChatNotFound } from '#components/pages/chat/chat-not-found.tsx';

export default function NotFound() {
  return <ChatNotFound />;
}
