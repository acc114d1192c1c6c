import { readFile } from 'node:fs/promises';
import { BaseCallbackHandler } from '@langchain/core/callbacks/base';
import { Annotation, END, START, StateGraph } from '@langchain/langgraph';
import { compileWorkflow } from 'threadloom/engine';

// A workflow drawn in the studio, as a LangGraph graph. Without `models` the demo model answers.
const document = JSON.parse(await readFile(new URL('answer.workflow.json', import.meta.url), 'utf8'));
const workflow = await compileWorkflow(document);

const State = Annotation.Root({
  topic: Annotation(),
  question: Annotation(),
  answer: Annotation(),
  words: Annotation(),
});

// A graph of your own with the workflow as one node: they share the keys `question` and `answer`.
const graph = new StateGraph(State)
  .addNode('ask', ({ topic }) => ({ question: `What is ${topic}?` }))
  .addNode('workflow', workflow)
  .addNode('count', ({ answer }) => ({ words: answer.split(' ').length }))
  .addEdge(START, 'ask')
  .addEdge('ask', 'workflow')
  .addEdge('workflow', 'count')
  .addEdge('count', END)
  .compile();

// Any LangChain callback handler sees the steps of the workflow too.
class Tracer extends BaseCallbackHandler {
  name = 'tracer';
  steps = [];
  handleChainStart(_chain, _inputs, _runId, _parentId, _tags, _metadata, _type, name) {
    this.steps.push(name);
  }
}

const tracer = new Tracer();
const options = { streamMode: ['updates', 'custom'], subgraphs: true };
for await (const [, mode, chunk] of await graph.stream({ topic: 'rain' }, { ...options, callbacks: [tracer] })) {
  if (mode === 'updates') console.log('finished:', Object.keys(chunk).join(', '));
  else if (chunk.type === 'content') process.stdout.write(chunk.content);
}
console.log('traced:', tracer.steps.join(', '));

// Its signal stops the workflow as well.
const stop = new AbortController();
try {
  for await (const _ of await graph.stream({ topic: 'snow' }, { ...options, signal: stop.signal })) stop.abort();
} catch (error) {
  console.log('stopped:', error.name);
}
