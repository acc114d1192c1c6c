import { expect, onTestFinished, test } from 'vitest';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import { handlerRegistry } from '#engine/tool-handlers/registry.gen.ts';
import type { RunEvent } from '#lib/run/run-event.ts';
import { MemoryRunStore } from '../support/memory-run-store.ts';
import { startScriptedModel } from '../support/scripted-model.ts';
import { eventsOf, TestEngine, workflowOf } from '../support/test-engine.ts';

const CITIES = ['Shanghai', 'Lisbon', 'Lima'];

/** A model that calls three agents, each with a city whose time the agent looks up. */
async function makeEngine() {
  const model = await startScriptedModel((body) => {
    const text = JSON.stringify(body.messages);
    const hasResults = text.includes('"role":"tool"');
    if (!text.includes('You are a worker')) {
      if (hasResults) return { text: 'All told.' };
      const task = (city: string) => JSON.stringify({ name: 'time', task: `What time is it in ${city}?` });
      return { calls: CITIES.map((city) => ({ name: 'sub-agent', id: city, args: task(city) })) };
    }
    if (!hasResults) return { calls: [{ name: 'time-now', id: 'same', args: '{}' }] };
    const city = CITIES.find((each) => text.includes(`time is it in ${each}`));
    return { text: JSON.stringify({ summary: `told of ${city}`, evidence: [] }) };
  });
  const store = new MemoryRunStore();
  const engine = new TestEngine({
    store,
    models: model.models,
    tools: makeToolKit({ payloads: store, handlers: handlerRegistry }),
  });
  onTestFinished(() => engine.engine.close());
  return engine;
}

/**
 * Maximum number of concurrent agents in the log, each from its first event to the result of its
 * call.
 */
function mostTogether(events: readonly RunEvent[]): number {
  const working = new Set<string>();
  let most = 0;
  for (const event of events) {
    if ('parent' in event && event.parent) working.add(event.parent.toolCallId);
    else if (event.type === 'tool_result') working.delete(event.id);
    most = Math.max(most, working.size);
  }
  return most;
}

const flow = (config: Record<string, unknown>, limits = {}) =>
  workflowOf({ ask: ['llm', { userPrompt: 'Three cities', availableTools: ['sub-agent'], ...config }] }, [], { limits });

test('the subagents of one answer run concurrently, as many as the node allows, and their results keep their order', async () => {
  const engine = await makeEngine();
  const { status, events } = await engine.run(flow({ workersAtOnce: 2 }));
  expect([status, mostTogether(events)]).toEqual(['succeeded', 2]);
  const finished = eventsOf(events, 'node_finished')[0]?.fired?.out as { messages: { role: string; content: unknown }[] };
  const told = JSON.stringify(finished.messages.filter(({ role }) => role === 'tool'));
  expect([...told.matchAll(/told of (\w+)/g)].map(([, city]) => city)).toEqual(CITIES);
  for (const city of CITIES) {
    const inner = events.filter((event) => 'parent' in event && event.parent?.toolCallId === city);
    expect(inner.filter(({ type }) => type === 'tool_result')).toHaveLength(1);
  }
});

test('without a setting they run one after the other', async () => {
  const engine = await makeEngine();
  const { status, events } = await engine.run(flow({}));
  expect([status, mostTogether(events)]).toEqual(['succeeded', 1]);
});

test('a limit of the run ends all of them', async () => {
  const engine = await makeEngine();
  const { status, reason, events } = await engine.run(flow({ workersAtOnce: 3 }, { maxToolCalls: 4 }));
  expect([status, reason]).toEqual(['failed', 'tool_call_limit_reached']);
  expect(eventsOf(events, 'tool_call').filter((event) => event.status === 'running')).toHaveLength(4);
});
