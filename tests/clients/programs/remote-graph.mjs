// `RemoteGraph` of LangGraph: as a node of another graph that remembers its messages, and by itself.
import { HumanMessage } from '@langchain/core/messages';
import { MemorySaver, MessagesAnnotation, StateGraph } from '@langchain/langgraph';
import { RemoteGraph } from '@langchain/langgraph/remote';
import { addressOf, endpoints, report } from './target.mjs';

const { answer } = endpoints;
const remote = new RemoteGraph({ graphId: answer.slug, url: addressOf(answer, '/langgraph'), apiKey: answer.key });
const graph = new StateGraph(MessagesAnnotation)
  .addNode('remote', remote)
  .addEdge('__start__', 'remote')
  .addEdge('remote', '__end__')
  .compile({ checkpointer: new MemorySaver() });

const turns = [];
for (const id of ['mine-1', 'mine-2', 'mine-3']) {
  const said = { messages: [new HumanMessage({ id, content: `Tides, ${id}?` })] };
  const { messages } = await graph.invoke(said, { configurable: { thread_id: 'outer' } });
  turns.push(messages.map((message) => [message.getType(), message.id, message.text]));
}

const modes = [];
const options = { streamMode: ['values', 'messages'], configurable: { thread_id: crypto.randomUUID() } };
for await (const [mode] of await remote.stream({ messages: [new HumanMessage('Tides?')] }, options)) modes.push(mode);
const { nodes } = await remote.getGraphAsync();
report({ turns, modes: [...new Set(modes)], nodes: Object.keys(nodes) });
