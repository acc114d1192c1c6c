import { expect, test } from 'vitest';
import { workflowSchema } from '#lib/workflow/workflow.ts';
import { document, node, startNode } from '#tests/support/test-nodes.ts';
import { learn, learntFor } from './learnt-schemas.ts';

const made = (...nodes: readonly unknown[]) => workflowSchema.parse(document([startNode, ...nodes]));
const code = node('code', 'echo', { config: { code: 'return { reply }' } });
const workflow = made(code);
const learnt = learn(workflow, (id) => (id === 'code' ? { reply: 'Hi' } : undefined));
const fieldsOf = (schemas: ReturnType<typeof learntFor>) => Object.keys((schemas.code?.properties ?? {}) as object);

test('the schema of the last value is known while the config is the same, also after it was retyped', () => {
  expect(fieldsOf(learntFor(workflow, learnt))).toEqual(['reply']);
  expect(fieldsOf(learntFor(made({ ...code, config: { ...code.config } }), learnt))).toEqual(['reply']);
  expect(learntFor(workflow, learnt)).not.toHaveProperty('start');
});

test('not after the config has changed', () => {
  expect(learntFor(made({ ...code, config: { code: 'return { text }' } }), learnt)).toEqual({});
});

test('a pinned value counts instead', () => {
  expect(fieldsOf(learntFor(made({ ...code, options: { pinned: { other: 1 } } }), learnt))).toEqual(['other']);
});
