import { Annotation, Command, END, interrupt, START, StateGraph } from '@langchain/langgraph';
import { z } from 'zod';

// A review: two checks side by side, then a person decides, as often as it takes.
const State = Annotation.Root({
  text: Annotation(),
  // Both checks add to it; null empties it for the next round.
  findings: Annotation({ reducer: (all, some) => (some === null ? [] : [...all, ...some]), default: () => [] }),
  rounds: Annotation({ reducer: (sum, one) => sum + one, default: () => 0 }),
  verdict: Annotation(),
});

const Answer = z.object({
  accepted: z.boolean().meta({ title: 'Publish it' }),
  text: z.string().optional().meta({ title: 'Text', description: 'A corrected text; empty to keep it.' }),
});

function checkLength({ text }) {
  const words = text.split(/\s+/).filter(Boolean).length;
  return { findings: words < 4 ? [`Only ${words} words`] : [] };
}

function checkShouting({ text }) {
  return { findings: text.includes('!') ? ['It shouts'] : [] };
}

// What a step passes to its writer is shown while it runs.
function decide({ text, findings, rounds }, { writer }) {
  writer?.(`round ${rounds + 1}: ${findings.length} findings`);
  if (findings.length === 0) return new Command({ update: { verdict: 'published' }, goto: 'finish' });
  const answer = interrupt({ question: 'Publish this text?', text, findings }, { responseSchema: Answer });
  if (answer.accepted) return new Command({ update: { verdict: 'published', text: answer.text || text }, goto: 'finish' });
  if (!answer.text) return new Command({ update: { verdict: 'withdrawn' }, goto: 'finish' });
  return new Command({ update: { text: answer.text, rounds: 1 }, goto: 'again' });
}

function again() {
  return { findings: null };
}

function finish({ text, verdict }) {
  return { text: verdict === 'published' ? text.trim() : '' };
}

export const graph = new StateGraph(State)
  .addNode('checkLength', checkLength)
  .addNode('checkShouting', checkShouting)
  .addNode('decide', decide, { ends: ['again', 'finish'] })
  .addNode('again', again)
  .addNode('finish', finish)
  .addEdge(START, 'checkLength')
  .addEdge(START, 'checkShouting')
  .addEdge(['checkLength', 'checkShouting'], 'decide')
  .addEdge('again', 'checkLength')
  .addEdge('again', 'checkShouting')
  .addEdge('finish', END)
  .compile();
