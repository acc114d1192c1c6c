import type { ModelMessage } from 'ai';
import { expect, test } from 'vitest';
import type { ToolResult } from '#lib/tools/tool-result.ts';
import { makeExecutorContext } from '#tests/support/executor-context.ts';
import { makePng } from '#tests/support/make-png.ts';
import { withoutMedia } from '../tools/result-media.ts';
import { ToolImages } from './tool-images.ts';

/** A call with so many images, each of another width, from 1. */
async function addCalls(images: ToolImages, counts: readonly number[]) {
  const { context } = makeExecutorContext();
  let width = 0;
  const messages: ModelMessage[] = [];
  for (const [index, count] of counts.entries()) {
    const parts = Array.from({ length: count }, () => ({
      mediaType: 'image/png',
      base64: makePng(++width, 1).toString('base64'),
    }));
    const stored = await withoutMedia(parts, context);
    const result: ToolResult = { status: 'success', data: null, summary: '', images: stored.images };
    const id = `c${index}`;
    await images.add([{ id, name: `look${index}`, input: {} }], [result], context);
    const output = { type: 'text', value: 'seen' } as const;
    messages.push({ role: 'tool', content: [{ type: 'tool-result', toolCallId: id, toolName: `look${index}`, output }] });
  }
  return images.show(messages, 'en');
}

const widthsIn = ({ content }: ModelMessage) =>
  typeof content === 'string'
    ? []
    : content.flatMap((part) => (part.type === 'file' ? Buffer.from(part.data as Uint8Array).readUInt32BE(16) : []));

test('a request has the newest twenty images, each after its result', async () => {
  const shown = await addCalls(new ToolImages(), [8, 9, 9, 2]);
  expect(shown.map(({ role }) => role)).toEqual(['tool', 'tool', 'user', 'tool', 'user', 'tool', 'user']);
  expect(shown.flatMap(widthsIn)).toEqual(Array.from({ length: 20 }, (_, index) => index + 9));
});

test('older ones are not kept, whatever is left of the conversation', async () => {
  const images = new ToolImages();
  const [oldest, ...others] = await addCalls(images, Array(30).fill(2));
  expect(images.show([oldest as ModelMessage], 'en')).toEqual([oldest]);
  expect(others.flatMap(widthsIn)).toHaveLength(20);
});
