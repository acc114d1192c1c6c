import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { Annotation, END, START, StateGraph } from '@langchain/langgraph';
import { streamText } from 'ai';
import { dagFlow } from '../flows.ts';

/*
 * The baselines of the engine bench: hand-written LangGraph for the same work, with plain JavaScript
 * for templates and conditions, without schemas, events and rows. Step names are data, so the
 * builder is used without its types.
 */
// biome-ignore lint/suspicious/noExplicitAny: LangGraph's builder has every step's name in its type
type AnyGraph = any;
export type Invoke = () => Promise<unknown>;

/** A sequence with one function per step. Conditions are conditional edges. */
export function handWrittenChain(count: number): Invoke {
  const State = Annotation.Root({
    name: Annotation<string>(),
    n: Annotation<number>(),
    text: Annotation<string>(),
    step: Annotation<number>(),
  });
  type S = typeof State.State;
  const graph: AnyGraph = new StateGraph(State);
  const names = Array.from({ length: count }, (_, index) => (index === 0 ? 'first' : index === count - 1 ? 'last' : `s${index}`));
  names.forEach((name, index) => {
    if (index === 0) graph.addNode(name, (state: S) => ({ text: state.name }));
    else if (index === count - 1) graph.addNode(name, (state: S) => ({ text: state.text, n: state.n }));
    else if (index % 3 === 1) graph.addNode(name, (state: S) => ({ text: `Hello ${state.text}, step ${index}!` }));
    else if (index % 3 === 2) graph.addNode(name, (state: S) => ({ text: state.text.slice(0, 12), step: index }));
    else graph.addNode(name, () => ({}));
  });
  graph.addEdge(START, 'first');
  for (let index = 0; index < count - 1; index++) {
    const [from, to] = [names[index] as string, names[index + 1] as string];
    if (index % 3 === 0 && index > 0)
      graph.addConditionalEdges(from, (state: S) => (state.n < 10 && state.step >= 1 ? to : END), [to, END]);
    else graph.addEdge(from, to);
  }
  graph.addEdge(names.at(-1), END);
  const compiled = graph.compile();
  return () => compiled.invoke({ name: 'Ada', n: 3 }, { recursionLimit: count + 5 });
}

/** One map channel that is mutated, and array edges for joins. */
export function handWrittenDag(count: number): Invoke {
  const State = Annotation.Root({
    values: Annotation<Record<string, Record<string, unknown>>>({
      reducer: (all, some) => Object.assign(all, some),
      default: () => ({}),
    }),
  });
  type S = typeof State.State;
  const graph: AnyGraph = new StateGraph(State);
  const flow = dagFlow(count);
  const sourcesOf = new Map(
    flow.nodes.map((node) => [node.id, flow.edges.filter((edge) => edge.target === node.id).map((edge) => edge.source)]),
  );
  for (const { id, type } of flow.nodes) {
    const sources = sourcesOf.get(id) as string[];
    const first = sources[0] ?? 'start';
    graph.addNode(`n_${id}`, ({ values }: S) => {
      if (type === 'start') return { values: { start: { name: 'Ada', n: 3 } } };
      if (type === 'merge') return { values: { [id]: { value: sources.map((source) => values[source]) } } };
      if (type === 'set')
        return {
          values: { [id]: { text: String(values[first]?.text ?? `x${values.start?.name}`).toUpperCase(), n: values.start?.n } },
        };
      return { values: { [id]: { text: `${id} ${values[first]?.text ?? values.start?.name}` } } };
    });
  }
  const hasTarget = new Set(flow.edges.map((edge) => edge.source));
  for (const { id } of flow.nodes) {
    const sources = (sourcesOf.get(id) as string[]).map((source) => `n_${source}`);
    graph.addEdge(sources.length === 0 ? START : sources.length > 1 ? sources : sources[0], `n_${id}`);
    if (!hasTarget.has(id)) graph.addEdge(`n_${id}`, END);
  }
  const compiled = graph.compile();
  return () => compiled.invoke({ values: {} }, { recursionLimit: count + 5 });
}

/** `streamText` in one step. */
export function handWrittenLlm(baseURL: string, modelId: string): Invoke {
  const model = createOpenAICompatible({ name: 'floor', baseURL, apiKey: 'none', includeUsage: true })(modelId);
  const State = Annotation.Root({ name: Annotation<string>(), text: Annotation<string>() });
  const graph: AnyGraph = new StateGraph(State);
  graph.addNode('ask', async (state: typeof State.State) => {
    let text = '';
    const result = streamText({ model, prompt: `Say hello to ${state.name}`, maxRetries: 0 });
    for await (const part of result.stream) if (part.type === 'text-delta') text += part.text;
    return { text };
  });
  graph.addEdge(START, 'ask').addEdge('ask', END);
  const compiled = graph.compile();
  return () => compiled.invoke({ name: 'Ada' });
}

/** `fetch` in one step that reads the stream and concatenates its deltas. */
export function handWrittenFetch(baseURL: string, modelId: string): Invoke {
  const State = Annotation.Root({ name: Annotation<string>(), text: Annotation<string>() });
  const graph: AnyGraph = new StateGraph(State);
  graph.addNode('ask', async (state: typeof State.State) => {
    const body = { model: modelId, stream: true, messages: [{ role: 'user', content: `Say hello to ${state.name}` }] };
    const answer = await fetch(`${baseURL}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    let text = '';
    for (const line of (await answer.text()).split('\n')) {
      if (line.startsWith('data: {')) text += JSON.parse(line.slice(6)).choices[0]?.delta?.content ?? '';
    }
    return { text };
  });
  graph.addEdge(START, 'ask').addEdge('ask', END);
  const compiled = graph.compile();
  return () => compiled.invoke({ name: 'Ada' });
}
