// Older clients of AG-UI, `ag-ui.mjs 35` or `42` for 0.0.35 and 0.0.42. Each checks the order of events.
import { addressOf, endpoints, report } from './target.mjs';

const load = { 35: () => import('@ag-ui/client-35'), 42: () => import('@ag-ui/client-42') }[process.argv[2]];
const { HttpAgent } = await load();

async function talk(endpoint, texts) {
  const headers = { Authorization: `Bearer ${endpoint.key}` };
  const agent = new HttpAgent({ url: addressOf(endpoint, '/ag-ui'), headers });
  const steps = [];
  const errors = [];
  const watching = {
    onStepFinishedEvent: ({ event }) => void steps.push(event.stepName),
    onRunErrorEvent: ({ event }) => void errors.push(event.message),
  };
  for (const [index, content] of texts.entries()) {
    agent.addMessage({ id: String(index), role: 'user', content });
    await agent.runAgent({}, watching);
  }
  return { said: agent.messages.map(({ role, content }) => [role, content]), steps, errors };
}

report({ turns: await talk(endpoints.answer, ['Tides?', 'And then?']), failure: await talk(endpoints.failing, ['Try it']) });
