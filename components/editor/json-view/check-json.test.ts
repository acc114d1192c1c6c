import { expect, test } from 'vitest';
import { formatWorkflow } from '#lib/workflow/format-workflow.ts';
import { workflowSchema } from '#lib/workflow/workflow.ts';
import { document, node, startNode, testNodes } from '#tests/support/test-nodes.ts';
import { checkJson } from './check-json.ts';

const workflow = workflowSchema.parse(
  document([startNode, node('page', 'fetch', { config: { url: '{{gone.body}}' } })], ['start -> page']),
);
const text = formatWorkflow(workflow);
const lineWith = (words: string, source = text) => source.split('\n').findIndex((line) => line.includes(words)) + 1;

test('a text that is no JSON is marked where it stops being one, and is no workflow', () => {
  const broken = text.replace('"edges"', 'edges');
  expect(checkJson(broken, testNodes)).toEqual({
    marks: [
      {
        kind: 'mistake',
        line: lineWith('edges: ', broken),
        mistake: { reason: 'key', line: lineWith('edges: ', broken), column: 3 },
      },
    ],
  });
});

test('a problem of a node is marked at its field, and the workflow can be taken all the same', () => {
  const checked = checkJson(text, testNodes);
  expect(checked.workflow && formatWorkflow(checked.workflow)).toBe(text);
  expect(checked.marks.map((mark) => [mark.line, mark.kind === 'problem' && mark.problem.code])).toContainEqual([
    lineWith('{{gone.body}}'),
    'unknown-reference',
  ]);
});

test('a document without the shape of one is marked at the wrong field, and is no workflow', () => {
  const wrong = text.replace('"id": "page"', '"id": "Not an id"');
  const checked = checkJson(wrong, testNodes);
  expect(checked.workflow).toBeUndefined();
  expect(checked.marks.map(({ line }) => line)).toContain(lineWith('Not an id', wrong));
});

test('JSON that is no workflow is reported at its first line', () => {
  const checked = checkJson('[1, 2]', testNodes);
  expect(checked.workflow).toBeUndefined();
  expect(checked.marks.length).toBeGreaterThan(0);
  expect(new Set(checked.marks.map(({ line }) => line))).toEqual(new Set([1]));
});

test('a reference is marked where it is wrong, behind escapes too, and has its fixes', () => {
  const nodes = [startNode, node('page', 'fetch', { config: { url: 'say "hi"\n{{start.qestion}}' } })];
  const source = formatWorkflow(workflowSchema.parse(document(nodes, ['start -> page'])));
  const [mark] = checkJson(source, testNodes).marks;
  const line = source.split('\n')[(mark?.line ?? 0) - 1] ?? '';
  expect(line.slice((mark?.column ?? 0) - 1, (mark?.endColumn ?? 0) - 1)).toBe('qestion');
  expect(mark?.kind === 'problem' && mark.problem.fixes?.[0]?.text).toEqual({
    key: 'useReference',
    params: { reference: 'start.question' },
  });
});
