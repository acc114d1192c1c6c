import { expect, test } from 'vitest';
import { z } from 'zod';
import { textTool } from '#tests/support/text-tool.ts';
import { parseToolInput } from './tool-input.ts';

const schema = {
  type: 'object',
  properties: { text: { type: 'string' }, more: { type: 'string' } },
  additionalProperties: false,
};

test.each([
  ['a Zod schema', textTool('look', { input: z.strictObject({ text: z.string(), more: z.string().optional() }) })],
  ['a JSON Schema', textTool('look', { inputSchema: schema })],
])('with %s null is an argument that is missing, and no argument that does not exist', (_, tool) => {
  expect(parseToolInput(tool, { text: 'a', more: null })).toEqual({ ok: true, data: { text: 'a' } });
  for (const note of [null, 'b']) {
    expect(parseToolInput(tool, { text: 'a', note })).toMatchObject({ ok: false, issues: [{ unknown: ['note'] }] });
    expect(parseToolInput(tool, { text: 'a', more: null, note })).toMatchObject({ ok: false });
  }
});
