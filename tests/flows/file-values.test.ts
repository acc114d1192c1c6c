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

test('files of a list are images and attachments of a model, and each is named where it is at fault', async () => {
  const { models, bodies } = await startScriptedModel(() => ({ text: 'Photos' }), {
    entries: { eye: { support_vision: true } },
  });
  const several = (field: object) =>
    workflowOf(
      {
        start: ['start', { inputs: [{ name: 'photos', type: 'files' }] }],
        see: ['llm', { model: 'eye', userPrompt: 'What are they?', ...field }],
      },
      ['start -> see'],
    );
  const photo = { name: 'photo.png', mediaType: 'image/png', base64: png };
  const images = (count: number) => [...Array.from({ length: count }, () => ({ type: 'image_url' })), { type: 'text' }];
  for (const [field, count] of [
    [{ images: '{{start.photos}}' }, 2],
    [{ attachments: ['{{start.photos}}', '{{start.photos[0]}}'] }, 3],
  ] as const) {
    const run = await new TestEngine({ models }).run(several(field), { photos: [photo, photo] });
    expect(run.status).toBe('succeeded');
    expect(bodies().at(-1)?.messages.at(-1)?.content).toMatchObject(images(count));
  }
  expect(await new TestEngine({ models }).run(several({ attachments: '{{start.photos}}' }))).toMatchObject({
    status: 'succeeded',
  });
  const { events } = await new TestEngine({ models }).run(several({ images: ['{{start.photos}}'] }), {
    photos: [photo, { name: 'a.bin', base64: 'AAAA' }],
  });
  expect(events.at(-1)).toMatchObject({ error: { code: 'image-unreadable', path: 'config.images[0][1]' } });
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
