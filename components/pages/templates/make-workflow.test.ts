import { expect, test } from 'vitest';
import { workflowSchema } from '#lib/workflow/workflow.ts';
import { fileNameOf, makeEmptyWorkflow, withName } from './make-workflow.ts';

test('a new workflow is a document with a start and nothing else', () => {
  const workflow = workflowSchema.parse(makeEmptyWorkflow('Untitled'));
  expect(workflow.nodes.map(({ type }) => type)).toEqual(['start']);
  expect(workflow.edges).toEqual([]);
});

test('a name that is too long is cut, never in the middle of a character', () => {
  const nameOf = (name: string) => workflowSchema.parse(withName(makeEmptyWorkflow('x'), name)).name;
  expect(nameOf('Letters')).toBe('Letters');
  expect(nameOf('字'.repeat(300))).toBe('字'.repeat(200));
  expect(nameOf(`a${'🧵'.repeat(150)}`)).toBe(`a${'🧵'.repeat(99)}`);
});

test.each([
  ['Refund triage', 'refund-triage.workflow.json'],
  ['../../etc/passwd', 'etc-passwd.workflow.json'],
  ['退款 分流', '退款-分流.workflow.json'],
  ['???', 'workflow.workflow.json'],
])('%s is saved as %s', (name, fileName) => {
  expect(fileNameOf({ name })).toBe(fileName);
});
