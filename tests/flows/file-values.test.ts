import { expect, test } from 'vitest';
import { startScriptedModel } from '../support/scripted-model.ts';
import { TestEngine, workflowOf } from '../support/test-engine.ts';

const png = Buffer.from('89504e470d0a1a0a00ff', 'hex').toString('base64');
const flow = workflowOf(
  {
    start: ['start', { inputs: [{ name: 'photo', type: 'file', required: true }] }],
    see: ['llm', { model: 'eye', userPrompt: 'What is it?', images: ['{{start.photo}}'] }],
    end: ['end', { outputs: { said: '{{see.output}}' } }],
  },
  ['start -> see', 'see -> end'],
);

test('a file input is an image of a model', async () => {
  const { models, bodies } = await startScriptedModel(() => ({ text: 'A photo' }), {
    entries: { eye: { support_vision: true } },
  });
  const photo = { name: 'photo.png', mediaType: 'image/png', base64: png };
  expect(await new TestEngine({ models }).run(flow, { photo })).toMatchObject({ outputs: { said: 'A photo' } });
  expect(bodies()[0]?.messages[0]?.content).toMatchObject([{ image_url: { url: `data:image/png;base64,${png}` } }, {}]);
});

test('a file input that is no image fails the node without its content in the error', async () => {
  const { models } = await startScriptedModel(() => ({ text: 'x' }), { entries: { eye: { support_vision: true } } });
  const base64 = Buffer.from('no image '.repeat(100)).toString('base64');
  const { events } = await new TestEngine({ models }).run(flow, { photo: { name: 'a.bin', base64 } });
  const done = events.at(-1);
  expect(done).toMatchObject({ status: 'failed', error: { code: 'image-unreadable', path: 'config.images[0]' } });
  expect(JSON.stringify(done)).not.toContain(base64.slice(0, 40));
});

test('a file input by id fails at the image when there is no store that has the file', async () => {
  const { models } = await startScriptedModel(() => ({ text: 'x' }), { entries: { eye: { support_vision: true } } });
  const { events } = await new TestEngine({ models }).run(flow, { photo: { fileId: 'file_1' } });
  expect(events.at(-1)).toMatchObject({ status: 'failed', error: { code: 'file-failed', path: 'config.images[0]' } });
});

test('a file input without content and id is refused at the start', async () => {
  await expect(new TestEngine().run(flow, { photo: { name: 'a.png' } })).rejects.toMatchObject({ code: 'inputs-invalid' });
});
