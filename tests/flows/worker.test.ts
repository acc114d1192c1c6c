import { describe, expect, test } from 'vitest';
import { agentRegistry } from '#agents/registry.gen.ts';
import { runAgent } from '#engine/agents/run-agent.ts';
import type { ToolHandler, ToolHandlerRegistry } from '#engine/contract/define-tool-handler.ts';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import { handlerRegistry } from '#engine/tool-handlers/registry.gen.ts';
import { workerResultSchema } from '#lib/agents/worker-task.ts';
import type { RunEvent } from '#lib/run/run-event.ts';
import { configSchema } from '#server/config/config-schema.ts';
import { makeModelRegistry } from '#server/models/model-registry.ts';
import { makeExecutorContext } from '../support/executor-context.ts';
import { makeMemoryPayloads } from '../support/memory-payloads.ts';
import { MemoryRunStore } from '../support/memory-run-store.ts';
import { eventsOf, TEST_WORKSPACE, TestEngine, workflowOf } from '../support/test-engine.ts';

/** An engine with the demo model, which calls the offered tools and answers in the requested format. */
function engineWithDemo(handlers: ToolHandlerRegistry = {}): TestEngine {
  const store = new MemoryRunStore();
  return new TestEngine({
    store,
    models: makeModelRegistry({ config: configSchema.parse({}) }),
    tools: makeToolKit({ payloads: store, handlers: { ...handlerRegistry, ...handlers } }),
  });
}

const inAgent = (events: readonly RunEvent[]) => events.filter((event) => 'parent' in event && event.parent !== undefined);

describe('the subagent time', () => {
  test('as a node calls time-now once and returns nothing but its findings', async () => {
    const workflow = workflowOf({ ask: ['sub-agent', { agent: 'time', task: 'What time is it in Shanghai?' }] }, []);
    const { status, outputs, events } = await engineWithDemo().run(workflow);
    expect(status).toBe('succeeded');
    const findings = outputs.ask as Record<string, unknown>;
    expect(() => workerResultSchema.parse(findings)).not.toThrow();
    const calls = eventsOf(events, 'tool_call').filter((event) => event.status === 'running');
    expect(calls.map(({ name }) => name)).toEqual(['time-now']);
    expect(inAgent(events).length).toBeGreaterThan(0);
    expect(eventsOf(events, 'content').every(({ parent }) => parent?.agent === 'time')).toBe(true);
  });

  test('as a tool is shown under its call, and only its findings are returned to the caller', async () => {
    const workflow = workflowOf(
      { ask: ['llm', { userPrompt: 'What day is it?', toolMode: 'required', availableTools: ['sub-agent'], agents: ['time'] }] },
      [],
    );
    const { status, events } = await engineWithDemo().run(workflow);
    expect(status).toBe('succeeded');
    const [outer] = eventsOf(events, 'tool_call').filter((event) => event.name === 'sub-agent');
    const inner = eventsOf(events, 'tool_call').filter((event) => event.name === 'time-now');
    expect(inner.length).toBeGreaterThan(0);
    expect(inner.every(({ parent }) => parent?.toolCallId === outer?.id && parent?.agent === 'time')).toBe(true);
    const result = eventsOf(events, 'tool_result').find(({ name }) => name === 'sub-agent');
    expect(() => workerResultSchema.parse(result?.result)).not.toThrow();
    const finished = eventsOf(events, 'node_finished')[0]?.fired?.out as { messages: { role: string; content: unknown }[] };
    const toolMessages = finished.messages.filter(({ role }) => role === 'tool');
    expect(JSON.stringify(toolMessages)).not.toContain('unixMs');
  });

  test.each([
    [{ maxSteps: 1 }, 'iteration-limit', 'max_iterations_reached'],
    [{ maxToolCalls: 0 }, 'tool-call-limit', 'tool_call_limit_reached'],
  ])('that uses up its budget of %j fails its node, naming the limit', async (budget, code, reason) => {
    const config = { agent: 'time', task: 'What time is it?', budget };
    const ended = await engineWithDemo().run(workflowOf({ ask: ['sub-agent', config] }, []));
    expect(ended).toMatchObject({ status: 'failed', reason, error: { code, nodeId: 'ask' } });
    // The path would name a field that the node does not have.
    expect(ended.error).not.toHaveProperty('path');
    expect(ended.error?.message).toContain("agent 'time' allows");
    expect(eventsOf(ended.events, 'tool_call')).toEqual([]);
  });

  test('has at most the tools of its agent, whatever its task requests', async () => {
    const busy = { ...agentRegistry.time, limits: { maxSteps: 1, maxToolCalls: 0 } };
    const { context, events } = makeExecutorContext({
      models: makeModelRegistry({ config: configSchema.parse({}) }),
      tools: makeToolKit({ payloads: makeMemoryPayloads() }),
    });
    const task = { agent: 'time', task: 'What time is it?', budget: { maxSteps: 50, maxToolCalls: 50 }, toolCallId: 'worker' };
    await expect(runAgent(task, { ...context, agents: { time: busy } })).rejects.toMatchObject({ code: 'iteration-limit' });
    const patient = { ...busy, limits: { maxSteps: 5, maxToolCalls: 0 } };
    await expect(runAgent(task, { ...context, agents: { time: patient } })).rejects.toMatchObject({ code: 'tool-call-limit' });
    expect(events.filter(({ type }) => type === 'tool_call')).toEqual([]);
  });

  test('stops with its run, including its running tool', async () => {
    const called = Promise.withResolvers<AbortSignal>();
    const never: ToolHandler<never> = ({ context }) => {
      called.resolve(context.signal);
      return new Promise(() => {});
    };
    const engine = engineWithDemo({ 'time-now': async () => ({ default: never }) });
    const ask = [
      'llm',
      { userPrompt: 'What time is it?', toolMode: 'required', availableTools: ['sub-agent'], agents: ['time'] },
    ];
    const { outcome, runId } = await engine.start(workflowOf({ ask: ask as [string, Record<string, unknown>] }, []));
    const signal = await called.promise;
    engine.store.database.commands.push({ commandId: 'cmd_1', runId, kind: 'stop', isAcknowledged: false });
    expect(await engine.engine.stop(runId, { graceMs: 4000 })).toBe('stopped');
    expect(signal.aborted).toBe(true);
    expect(await outcome).toMatchObject({ status: 'cancelled', reason: 'stopped' });
  });

  test('that does not exist is named, with the closest name', async () => {
    const workflow = workflowOf({ ask: ['sub-agent', { agent: 'tme', task: 'x' }] }, []);
    const problem = { nodeId: 'ask', path: 'config.agent', hint: 'Did you mean time?' };
    await expect(engineWithDemo().run(workflow)).rejects.toMatchObject({ details: { problems: [problem] } });
    // A single node can run in a workflow with errors.
    const alone = { workspaceId: TEST_WORKSPACE, workflow, nodeId: 'ask', inputs: {} };
    expect(await engineWithDemo().engine.runNode(alone)).toMatchObject({ error: { code: 'worker-unknown', ...problem } });
  });

  test('may use fewer tools than its agent has, and no others', async () => {
    const ask = (allowedTools: string[]) =>
      engineWithDemo().run(workflowOf({ ask: ['sub-agent', { agent: 'time', task: 'x', allowedTools }] }, []));
    expect((await ask(['write_file'])).error).toMatchObject({ code: 'worker-tool-unknown', hint: 'It has: time-now' });
    expect(eventsOf((await ask([])).events, 'tool_call')).toEqual([]);
  });

  test('returns data for a schema with definitions', async () => {
    const outputSchema = {
      $defs: { hour: { type: 'integer', minimum: 0 } },
      type: 'object',
      properties: { hour: { $ref: '#/$defs/hour' } },
      required: ['hour'],
    };
    const config = { agent: 'time', task: 'What hour is it?', outputSchema };
    const { status, outputs } = await engineWithDemo().run(workflowOf({ ask: ['sub-agent', config] }, []));
    expect(status).toBe('succeeded');
    expect(outputs.ask).toMatchObject({ data: { hour: expect.any(Number) } });
  });

  test('returns data for the schema of its task', async () => {
    const outputSchema = { type: 'object', properties: { hour: { type: 'integer' } }, required: ['hour'] };
    const config = { agent: 'time', task: 'What hour is it?', outputSchema };
    const { outputs } = await engineWithDemo().run(workflowOf({ ask: ['sub-agent', config] }, []));
    expect(outputs.ask).toMatchObject({ data: { hour: expect.any(Number) } });
  });
});
