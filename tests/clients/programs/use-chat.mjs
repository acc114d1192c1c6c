// `useChat` of the AI SDK without React, `use-chat.mjs 5` or `6`: two turns, an approval, a failure.
import { endpoints, report, server } from './target.mjs';

const load = { 5: () => import('ai-5'), 6: () => import('ai-6') }[process.argv[2]];
const { AbstractChat, DefaultChatTransport } = await load();

/** The state that `useChat` keeps in React. */
class PlainState {
  status = 'ready';
  error = undefined;
  messages = [];
  pushMessage = (message) => this.messages.push(message);
  popMessage = () => this.messages.pop();
  replaceMessage = (index, message) => this.messages.splice(index, 1, message);
  snapshot = (value) => structuredClone(value);
}

class Chat extends AbstractChat {
  constructor({ slug, key }) {
    const headers = { authorization: `Bearer ${key}` };
    super({ state: new PlainState(), transport: new DefaultChatTransport({ api: `${server}/api/v1/chat/${slug}`, headers }) });
  }
}

async function talk(endpoint, texts) {
  const chat = new Chat(endpoint);
  for (const text of texts) await chat.sendMessage({ text });
  const messages = chat.messages.map(({ role, parts }) => ({
    role,
    text: parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(''),
  }));
  return { status: chat.status, error: chat.error?.message, messages };
}

report({
  turns: await talk(endpoints.answer, ['Tides?', 'And then?']),
  approval: await talk(endpoints.approval, ['Send it']),
  failure: await talk(endpoints.failing, ['Try it']),
});
