import { describe, expect, test } from 'vitest';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import { bundleWorkflow } from '#lib/workflow/called-workflows.ts';
import { makeMemoryPayloads } from '../support/memory-payloads.ts';
import { startScriptedModel } from '../support/scripted-model.ts';
import { eventsOf, TestEngine, workflowOf } from '../support/test-engine.ts';

const start: [string, Record<string, unknown>] = ['start', { inputs: [] }];
const schema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
const hasEnglishSentence = /[A-Za-z]+ [a-z]+ [a-z]+ /;

describe('a workflow in Chinese', () => {
  const settings = { language: 'zh-CN' as const };

  test('tells models in Chinese what to do: classes, schemas, repairs and tools', async () => {
    const { models, bodies } = await startScriptedModel((_, index) => ({ text: index < 2 ? '{"class":"a"}' : '没有' }));
    const document = {
      ...workflowOf(
        {
          start,
          sort: ['classifier', { model: 'main', input: '你好', classes: [{ id: 'a', description: '第一类' }] }],
          ask: [
            'llm',
            { model: 'words', userPrompt: '几点了？', outputSchema: schema, toolMode: 'auto', availableTools: ['time-now'] },
            { onError: { continue: null } },
          ],
        },
        ['start -> sort', 'sort.a -> ask', 'sort.else -> ask'],
      ),
      settings,
    };
    await new TestEngine({ models, tools: makeToolKit({ payloads: makeMemoryPayloads() }) }).run(document, {});
    const [sorting, asking, repairing] = bodies().map(({ messages }) => JSON.stringify(messages));
    expect(sorting).toContain('请将一段文本归入以下类别之一');
    expect(sorting).not.toMatch(hasEnglishSentence);
    expect(asking).toContain('如何调用工具');
    expect(asking).toContain('它必须符合此 JSON Schema');
    expect(repairing).toContain('请重新回答');
  });

  test('fails in Chinese, and its nodes read the error in Chinese', async () => {
    const document = {
      ...workflowOf(
        {
          start: ['start', { inputs: [{ name: 'any', type: 'json', required: true }] }],
          each: ['condition', { when: 'start.any' }],
          caught: ['template', { template: '{{each.message}}' }],
          again: ['http', { url: 'nowhere' }],
          end: ['end', { outputs: { said: '{{caught.text}}' } }],
        },
        ['start -> each', 'each.error -> caught', 'caught -> again', 'again -> end'],
      ),
      settings,
    };
    const { events } = await new TestEngine().run(document, { any: 'text' });
    const ends = Object.fromEntries(eventsOf(events, 'node_finished').map((event) => [event.nodeId, event]));
    expect(ends.each?.error?.message).toBe('条件“start.any”的结果是文本 text，既不是 true 也不是 false');
    expect(ends.caught?.fired).toEqual({ out: { text: ends.each?.error?.message } });
    expect(eventsOf(events, 'done').at(-1)?.error).toMatchObject({
      message: '“nowhere”不是 URL',
      hint: '请以 https:// 或 http:// 开头',
    });
  });
});

test('a called workflow has its own language, or that of its caller', async () => {
  const { models, bodies } = await startScriptedModel(() => ({ text: '{"class":"else"}' }));
  const called = workflowOf(
    { start, sort: ['classifier', { model: 'main', input: 'x', classes: [{ id: 'a', description: 'A' }] }] },
    ['start -> sort'],
  );
  const call = (name: string): [string, Record<string, unknown>] => ['workflow', { workflowId: name, inputs: {} }];
  const caller = {
    ...workflowOf({ start, own: call('wf_own'), same: call('wf_same') }, ['start -> own', 'own -> same']),
    settings: { language: 'zh-CN' as const },
  };
  const english = { ...called, settings: { language: 'en' as const } };
  const document = await bundleWorkflow(caller, async ({ workflowId }) => (workflowId === 'wf_own' ? english : called));
  await new TestEngine({ models }).run(document, {});
  const instructions = bodies().map(({ messages }) => String(messages[0]?.content).slice(0, 6));
  expect(instructions).toEqual(['You so', '请将一段文本']);
});
