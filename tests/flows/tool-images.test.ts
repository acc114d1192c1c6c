import { expect, test } from 'vitest';
import type { ToolHandler } from '#engine/contract/define-tool-handler.ts';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import { makePng } from '../support/make-png.ts';
import { makeMemoryPayloads } from '../support/memory-payloads.ts';
import { startScriptedModel } from '../support/scripted-model.ts';
import { TestEngine, workflowOf } from '../support/test-engine.ts';
import { textTool } from '../support/text-tool.ts';

const png = Buffer.from(makePng(2, 2)).toString('base64');
const parts = [
  { type: 'image', name: 'page.png', mediaType: 'image/png', base64: png },
  { type: 'text', text: 'The page' },
];

async function look(entry: object) {
  const { models, bodies } = await startScriptedModel(
    (_, index) => (index === 0 ? { calls: [{ name: 'look', args: '{"text":"x"}' }] } : { text: 'A page' }),
    { entries: { eye: entry } },
  );
  const definitions = { look: textTool('look') };
  const handler: ToolHandler = async () => ({ data: parts, summary: 'Looked' });
  const handlers = { look: async () => ({ default: handler as ToolHandler<never> }) };
  const tools = makeToolKit({ definitions, handlers, payloads: makeMemoryPayloads() });
  const flow = workflowOf(
    {
      start: ['start', { inputs: [] }],
      see: ['llm', { model: 'eye', userPrompt: 'What is it?', availableTools: ['look'] }],
      end: ['end', { outputs: { said: '{{see.output}}' } }],
    },
    ['start -> see', 'see -> end'],
  );
  const { outputs, events } = await new TestEngine({ models, tools }).run(flow, {});
  const messages: readonly { role: string; content: unknown }[] = bodies()[1]?.messages ?? [];
  return { outputs, events, messages, result: String(messages.find(({ role }) => role === 'tool')?.content) };
}

test('a model that sees gets the images of a result as images, and no Base64 in the result', async () => {
  const { outputs, events, messages, result } = await look({ support_vision: true });
  expect(outputs).toEqual({ said: 'A page' });
  expect(messages.at(-1)).toMatchObject({
    role: 'user',
    content: [{ type: 'text' }, { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } }],
  });
  expect(JSON.parse(result)).toMatchObject([{ type: 'image', name: 'page.png', mediaType: 'image/png' }, parts[1]]);
  expect(result).not.toContain(png);
  expect(JSON.stringify(events)).not.toContain(png);
});

test('a model that sees nothing reads that there is an image', async () => {
  const { messages, result } = await look({});
  expect(messages.at(-1)?.role).toBe('tool');
  expect(result).toContain('you see no images');
  expect(result).toContain('page.png');
  expect(result).not.toContain(png);
});
