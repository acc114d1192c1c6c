// The SDK of LangGraph's server, `langgraph-sdk.mjs 0` or `2`: threads, runs, streams, an interrupt.
import { addressOf, endpoints, report } from './target.mjs';

const load = { 0: () => import('@langchain/langgraph-sdk-0'), 2: () => import('@langchain/langgraph-sdk-2') }[process.argv[2]];
const { Client } = await load();
const connect = (endpoint) =>
  new Client({ apiUrl: addressOf(endpoint, '/langgraph'), apiKey: endpoint.key, callerOptions: { maxRetries: 0 } });
const asks = (content) => ({ messages: [{ role: 'user', content }] });

const { answer, approval, slow } = endpoints;
const client = connect(answer);
const assistants = await client.assistants.search();
const { thread_id: thread } = await client.threads.create({ metadata: { user: 'ada' } });
const { messages } = await client.runs.wait(thread, answer.slug, { input: asks('Tides?') });
const chunks = [];
for await (const { event, data } of client.runs.stream(thread, answer.slug, {
  input: asks('More?'),
  streamMode: ['messages-tuple', 'values'],
}))
  if (event === 'messages') chunks.push(data[0].content);
const [found] = await client.threads.search({ metadata: { user: 'ada' } });
const state = await client.threads.getState(thread);

const slowly = connect(slow);
const { thread_id: other } = await slowly.threads.create();
const run = await slowly.runs.create(other, slow.slug, { input: asks('Tides?'), streamMode: ['messages-tuple'] });
let joined = 0;
for await (const { event } of slowly.runs.joinStream(other, run.run_id, { streamMode: ['messages-tuple'] })) {
  if (event === 'messages') joined++;
  if (joined > 0) break;
}
await slowly.runs.cancel(other, run.run_id, true);
const { status } = await slowly.runs.get(other, run.run_id);

const deciding = connect(approval);
const { thread_id: third } = await deciding.threads.create();
const waiting = await deciding.runs.wait(third, approval.slug, { input: asks('Send it') });
const decided = await deciding.runs.wait(third, approval.slug, { command: { resume: { decisions: [{ type: 'approve' }] } } });

report({
  assistants: assistants.map(({ graph_id: id }) => id),
  texts: messages.map(({ type, content }) => [type, content]),
  streamed: chunks.join(''),
  isFound: found?.thread_id === thread,
  kept: state.values.messages.length,
  joined,
  cancelled: status,
  interrupts: waiting.__interrupt__.length,
  decided: decided.answer,
});
