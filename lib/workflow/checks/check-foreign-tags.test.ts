import { expect, test } from 'vitest';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { validateWorkflow } from '../validate-workflow.ts';

const node = (id: string, type: string, config: object) => ({
  id,
  type,
  version: 1,
  label: '',
  config,
  position: { x: 0, y: 0 },
});
const edge = (source: string, target: string) => ({
  id: `${source}-${target}`,
  source,
  sourceHandle: 'out',
  target,
  targetHandle: 'in',
});
const problemsOf = (template: string) => {
  const { errors, warnings } = validateWorkflow(
    {
      format: 'threadloom/workflow@1',
      name: 'Foreign',
      description: '',
      settings: {},
      nodes: [node('start', 'start', { inputs: [{ name: 'q', type: 'text' }] }), node('write', 'template', { template })],
      edges: [edge('start', 'write')],
    },
    nodeRegistry,
  );
  return [...errors, ...warnings].map(({ severity, nodeId, path, message, hint = '' }) => [
    severity,
    nodeId,
    path,
    `${message} ${hint}`,
  ]);
};

test.each([
  ['Dear {{#start.q#}}', 'error', "'#' is not part of a name: write the id of a node without it"],
  ['Dear <start.q>', 'warning', 'it is no reference here Did you mean {{start.q}}?'],
  ['Dear <Start.q.name>', 'warning', 'Did you mean {{start.q.name}}?'],
  ['{{trigger.body}}', 'error', 'Only the inputs of a trigger read its event'],
  ['{{process.env.KEY}}', 'error', 'Expressions read no environment'],
])('%s of another product is told what to write', (template, severity, text) => {
  expect(problemsOf(template)).toEqual([[severity, 'write', 'config.template', expect.stringContaining(text)]]);
});

test('a text with tags of XML is let be', () => {
  expect(problemsOf('<ns.row>{{start.q | default: ""}}</ns.row> <a.b> a < start.q')).toEqual([]);
});

test('of two nodes with one id, each has its own problems, once', () => {
  const { errors } = validateWorkflow(
    {
      format: 'threadloom/workflow@1',
      name: 'Twins',
      description: '',
      settings: {},
      nodes: [
        node('start', 'start', { inputs: [] }),
        node('twin', 'template', { template: '{{one.x}}' }),
        node('twin', 'template', { template: '{{two.x}}' }),
      ],
      edges: [edge('start', 'twin')],
    },
    nodeRegistry,
  );
  expect(errors.map(({ code, message }) => [code, message])).toEqual([
    ['duplicate-id', expect.any(String)],
    ['unknown-reference', expect.stringContaining("'one'")],
    ['unknown-reference', expect.stringContaining("'two'")],
  ]);
});
