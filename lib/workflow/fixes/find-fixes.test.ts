import { expect, test } from 'vitest';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { document, node, startNode } from '#tests/support/test-nodes.ts';
import { validateWorkflow } from '../validate-workflow.ts';
import { workflowSchema } from '../workflow.ts';
import { applyFix } from './apply-fix.ts';
import { withFixes } from './find-fixes.ts';

type Nodes = Parameters<typeof document>[0];

/** Every fix of every problem, as `key: first parameter`. */
function fixesOf(nodes: Nodes, edges: readonly string[]) {
  const workflow = workflowSchema.parse(document(nodes, edges));
  const { errors, warnings } = validateWorkflow(workflow, nodeRegistry);
  const fixes = withFixes([...errors, ...warnings], workflow, { registry: nodeRegistry }).flatMap(
    ({ fixes: found = [] }) => found,
  );
  const texts = fixes.map(({ text: { key, params } }) => [key, ...Object.values(params)].join(' '));
  return { texts, after: (text: string) => applied(workflow, fixes[texts.indexOf(text)]) };
}

function applied(workflow: Parameters<typeof applyFix>[0], fix: Parameters<typeof applyFix>[1] | undefined) {
  const after = fix && applyFix(workflow, fix, nodeRegistry);
  if (!after) throw new Error('The fix applies');
  const { errors, warnings } = validateWorkflow(after, nodeRegistry);
  return { workflow: after, codes: [...errors, ...warnings].map(({ code }) => code) };
}

const llm = (id: string, userPrompt: string) => node(id, 'llm', { config: { userPrompt } });
const end = node('end', 'end', { config: { outputs: {} } });

test('a fix never offers the node itself, whatever it is nearest to', () => {
  const { texts } = fixesOf([startNode, llm('llm', 'Sum up {{llm2.output}}'), end], ['start -> llm', 'llm -> end']);
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter((text) => /^useReference llm\b/.test(text))).toEqual([]);
  const { texts: second } = fixesOf(
    [startNode, llm('llm', 'Hello'), llm('llm3', 'Sum up {{llm2.output}}'), end],
    ['start -> llm', 'llm -> llm3', 'llm3 -> end'],
  );
  expect(second).toContain('useReference llm.output');
});

test('an end without outputs after a model returns its answer', () => {
  const { texts, after } = fixesOf([startNode, llm('llm', 'Hello'), end], ['start -> llm', 'llm -> end']);
  expect(texts).toEqual(['returnAnswer llm.output']);
  const { workflow, codes } = after('returnAnswer llm.output');
  expect(workflow.nodes.find(({ id }) => id === 'end')?.config.outputs).toEqual({ answer: '{{llm.output}}' });
  expect(codes).toEqual([]);
});

test('a slot that a node names is made', () => {
  const http = node('http', 'http', { config: { url: 'https://example.com', auth: 'shop' } });
  const { after } = fixesOf([startNode, http], ['start -> http']);
  expect(after('makeSlot shop').workflow.settings.credentials).toEqual({ shop: { type: 'bearer', hosts: ['example.com'] } });
  expect(after('makeSlot shop').codes).toEqual([]);
});

test('the fixes of open ports name the port that they connect', () => {
  const classes = ['refund', 'bug'].map((id) => ({ id, description: id }));
  const sort = node('sort', 'classifier', { config: { input: 'Hello', classes } });
  const { texts } = fixesOf([startNode, sort, end], ['start -> sort', 'sort.refund -> end']);
  expect(texts).toContain('connect bug end');
});
