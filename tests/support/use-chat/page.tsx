import { useChat } from '@ai-sdk/react';
import { DefaultChatTransport, type UIMessage } from 'ai';
import { StrictMode, useMemo } from 'react';
import { createRoot } from 'react-dom/client';

// A chat as the documentation of the AI SDK shows it, which knows nothing of this product but two addresses.
const id = new URLSearchParams(window.location.search).get('id') ?? '';

function Chat({ stored }: { stored: UIMessage[] }) {
  const transport = useMemo(() => new DefaultChatTransport({ api: '/chat' }), []);
  const { messages, status, error, sendMessage, setMessages, resumeStream } = useChat({
    id,
    messages: stored,
    resume: true,
    transport,
  });
  async function resume() {
    // The stream begins again from the start of the answer.
    setMessages((before) => before.filter(({ role }, index) => role === 'user' || index < before.length - 1));
    await resumeStream();
  }
  return (
    <main data-status={status} data-error={error?.message}>
      {messages.map(({ id: messageId, role, parts }) => (
        <p key={messageId} data-role={role} data-id={messageId}>
          {parts.map((part) => (part.type === 'text' ? part.text : '')).join('')}
        </p>
      ))}
      <button type="button" onClick={() => void sendMessage({ text: 'Tell me' })}>
        Send
      </button>
      <button type="button" onClick={() => void resume()}>
        Resume
      </button>
    </main>
  );
}

const root = document.getElementById('root');
const { messages } = (await (await fetch(`/chat/${id}/messages`)).json()) as { messages: UIMessage[] };
if (root)
  createRoot(root).render(
    <StrictMode>
      <Chat stored={messages} />
    </StrictMode>,
  );
