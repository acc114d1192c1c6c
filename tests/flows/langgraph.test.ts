import { BaseCallbackHandler } from '@langchain/core/callbacks/base';
import { Annotation, Command, END, INTERRUPT, isInterrupted, MemorySaver, START, StateGraph } from '@langchain/langgraph';
import { expect, test } from 'vitest';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { compileWorkflow } from '../../library/compile-workflow.ts';
import { TestEngine, workflowOf } from '../support/test-engine.ts';

const start = ['start', { inputs: [{ name: 'text', type: 'text', required: true }] }] as [string, Record<string, unknown>];

const shout: Workflow = workflowOf(
  {
    start,
    loud: ['template', { template: '{{start.text | upcase}}' }],
    end: ['end', { outputs: { answer: '{{loud.text}}' } }],
  },
  ['start -> loud', 'loud -> end'],
);

const asking: Workflow = workflowOf(
  {
    start,
    approve: ['approval', { title: 'Send it?', value: '{{start.text}}' }],
    sent: ['end', { outputs: { sent: '{{approve}}' } }],
    kept: ['end', { outputs: { why: '{{approve.comment}}' } }],
  },
  ['start -> approve', 'approve.approved -> sent', 'approve.rejected -> kept'],
);

/** The name, tags and metadata of every chain that starts. */
class Recorder extends BaseCallbackHandler {
  readonly name = 'recorder';
  readonly chains: { name?: string | undefined; tags?: string[] | undefined; metadata?: Record<string, unknown> | undefined }[] =
    [];

  override handleChainStart(
    ...[, , , , tags, metadata, , name]: Parameters<NonNullable<BaseCallbackHandler['handleChainStart']>>
  ) {
    this.chains.push({ name, tags, metadata });
  }
}

test('a run of the engine, of one step too, is an invocation of its graph with thread_id, tags and metadata', async () => {
  const recorder = new Recorder();
  const engine = new TestEngine({ callbacks: [recorder] });
  const { runId, outputs } = await engine.run(shout, { text: 'hi' });
  expect(outputs).toEqual({ answer: 'HI' });
  const [graph, ...steps] = recorder.chains;
  expect(graph).toMatchObject({
    name: 'test',
    tags: ['threadloom', 'draft'],
    metadata: { thread_id: runId, workflow_name: 'test', mode: 'draft' },
  });
  expect(steps.map(({ name }) => name)).toContain('start + loud + end');
});

test('steps are named after their nodes, with a prefix where LangGraph refuses the name', async () => {
  const recorder = new Recorder();
  const gate = ['http', { url: 'http://127.0.0.1:9/' }, { onError: { continue: {} } }] as [
    string,
    Record<string, unknown>,
    object,
  ];
  const workflow = workflowOf({ start, ended: gate as never, constructor: gate as never, other: gate as never }, [
    'start -> other',
    'other -> constructor',
    'constructor -> ended',
  ]);
  const engine = new TestEngine({ callbacks: [recorder] });
  expect(await engine.run(workflow, { text: 'x' })).toMatchObject({ status: 'succeeded' });
  const names = recorder.chains.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['start + other', 'node constructor', 'node ended']));
});

test('a compiled workflow takes its inputs and gives its outputs', async () => {
  const graph = await compileWorkflow(shout);
  expect(await graph.invoke({ text: 'hello' })).toEqual({ answer: 'HELLO' });
  expect(await graph.invoke({ text: 'again' })).toEqual({ answer: 'AGAIN' });
});

test('it streams the results of its steps, and the events of the run', async () => {
  const graph = await compileWorkflow(shout);
  const updates: unknown[] = [];
  const events: string[] = [];
  for await (const [mode, chunk] of await graph.stream({ text: 'hi' }, { streamMode: ['updates', 'custom'] })) {
    if (mode === 'updates') updates.push(chunk);
    else events.push((chunk as { type: string }).type);
  }
  expect(updates).toMatchObject([
    { begin: {} },
    { 'start + loud + end': { threadloom: { nodes: { loud: { status: 'succeeded', value: { text: 'HI' } } } } } },
    { finish: { answer: 'HI' } },
  ]);
  expect(events[0]).toBe('run_started');
  expect(events.at(-1)).toBe('done');
  expect(events.filter((type) => type === 'node_finished')).toHaveLength(3);
});

test('it draws itself as Mermaid', async () => {
  const graph = await compileWorkflow(shout);
  const text = (await graph.getGraphAsync()).drawMermaid();
  expect(text).toContain('start + loud + end');
  expect(text).toContain('begin');
});

test('it is a node of another graph, and the signal of that graph stops its run', async () => {
  const workflow = await compileWorkflow(shout);
  const State = Annotation.Root({ text: Annotation<string>(), answer: Annotation<string>(), other: Annotation<string>() });
  const outer = new StateGraph(State)
    .addNode('workflow', workflow as never)
    .addEdge(START, 'workflow')
    .addEdge('workflow', END)
    .compile();
  expect(await outer.invoke({ text: 'in', other: 'kept' })).toEqual({ text: 'in', answer: 'IN', other: 'kept' });
  const stop = new AbortController();
  const stream = await outer.stream({ text: 'in' }, { streamMode: 'custom', subgraphs: true, signal: stop.signal });
  await expect(
    (async () => {
      for await (const _ of stream) stop.abort();
    })(),
  ).rejects.toThrow(/abort/i);
});

test('an approval interrupts it, and a Command with the decision resumes it', async () => {
  const graph = await compileWorkflow(asking, { checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: 't1' } };
  const waiting = await graph.invoke({ text: 'hello' }, config);
  expect(isInterrupted(waiting)).toBe(true);
  const [interrupted] = (
    waiting as unknown as { [INTERRUPT]: { value: { approvals: { actionId: string; description: string }[] } }[] }
  )[INTERRUPT];
  const [approval] = interrupted?.value.approvals ?? [];
  expect(approval).toMatchObject({ nodeId: 'approve' });
  const resume = { [approval?.actionId ?? '']: { confirmed: false, comment: 'Not today' } };
  expect(await graph.invoke(new Command({ resume }), config)).toMatchObject({ why: 'Not today' });
});

test('a failed run rejects with the error of its node', async () => {
  const failing = workflowOf({ start, broken: ['set', { values: { a: '{{start.missing}}' } }] }, ['start -> broken']);
  const compiled = compileWorkflow(failing);
  await expect(compiled.then((graph) => graph.invoke({ text: 'x' }))).rejects.toThrow('missing');
});

test('a document that is not valid is refused with its problems', async () => {
  await expect(compileWorkflow({ nodes: [] })).rejects.toMatchObject({ code: 'workflow-invalid' });
});
