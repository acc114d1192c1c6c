import { expect, test } from 'vitest';
import { z } from 'zod';
import { workflowSchema } from '#lib/workflow/workflow.ts';
import { parsePart } from './parse-part.ts';

const n8n = { name: 'Mails', nodes: [{ type: 'n8n-nodes-base.gmail', parameters: {} }], connections: {} };
const newer = { format: 'threadloom/workflow@7', name: 'x', steps: [] };

test.each<[string, z.ZodType, unknown, string, RegExp]>([
  ['of another product', workflowSchema, n8n, 'body.format', /a file of n8n, and not a workflow of Threadloom/],
  [
    'of another product to run',
    z.strictObject({ document: workflowSchema }),
    { document: n8n },
    'body.document.format',
    /a file of n8n/,
  ],
  [
    'of a newer version',
    workflowSchema,
    newer,
    'body.format',
    /threadloom\/workflow@7; this version of Threadloom supports up to/,
  ],
  [
    'of a newer version to run',
    z.strictObject({ document: workflowSchema }),
    { document: newer },
    'body.document.format',
    /newer version/,
  ],
])('a document %s is refused as what it is, without the fields that it lacks', (_, schema, value, path, message) => {
  expect(() => parsePart(schema, value, { name: 'body' })).toThrow(
    expect.objectContaining({
      code: 'body-invalid',
      message: expect.stringMatching(message),
      details: { problems: [expect.objectContaining({ path, message: expect.stringMatching(message) })] },
    }),
  );
});

test('a document that is only broken is refused by its fields', () => {
  expect(() => parsePart(workflowSchema, { format: 'nonsense', name: 5 }, { name: 'body' })).toThrow(
    /body\.format: .*and \d+ more/,
  );
});
