import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Workflow, workflowSchema } from '#lib/workflow/workflow.ts';
import { summariseDraft } from './summarise-draft.ts';

function template(id: string): Workflow {
  return workflowSchema.parse(
    JSON.parse(readFileSync(new URL(`../../../templates/${id}.workflow.json`, import.meta.url), 'utf8')),
  );
}

function withUrl(url: string): Workflow {
  const node = { id: 'call', type: 'http', version: 1, label: '', config: { url }, position: { x: 0, y: 0 } };
  return { format: 'threadloom/workflow@1', name: 'x', description: '', settings: {}, nodes: [node], edges: [] };
}

test('it names inputs, models and tools, each once', () => {
  expect(summariseDraft(template('assistant-with-tools'))).toMatchObject({
    inputNames: ['question'],
    models: ['default'],
    asksPeople: false,
    hosts: [],
    hasOpenHost: false,
    tools: expect.arrayContaining(['time-now']),
  });
  expect(summariseDraft(template('parallel-review')).models).toEqual(['default']);
});

test('a program of a node is named with the tools that it may call', () => {
  const config = { toolName: 'ptc', parameters: { code: 'return 1', tools: ['web_search', 'read_url'] } };
  const workflow = withUrl('https://api.example.org/');
  const [first] = workflow.nodes;
  const nodes = [{ ...first, id: 'program', type: 'tool-call', config }] as Workflow['nodes'];
  expect(summariseDraft({ ...workflow, nodes }).tools).toEqual(['ptc', 'read_url', 'web_search']);
});

test('it reports whether the draft needs approvals', () => {
  expect(summariseDraft(template('triage-with-approval')).asksPeople).toBe(true);
});

test('a host that is written down is named, without what signs in there', () => {
  expect(summariseDraft(withUrl('https://api.example.com/v1/{{start.id}}')).hosts).toEqual(['api.example.com']);
  expect(summariseDraft(withUrl('https://ada:secret@api.example.com:8443/')).hosts).toEqual(['api.example.com:8443']);
});

test.each(['{{start.url}}', 'https://{{start.host}}/', 'https://{{start.name}}.example.com/'])('%s may go anywhere', (url) => {
  expect(summariseDraft(withUrl(url))).toMatchObject({ hosts: [], hasOpenHost: true });
});

test('hosts and values that code was granted are named', () => {
  const config = { code: 'return 1', grants: { hosts: ['*.example.com'], environment: ['API_TOKEN'] } };
  const workflow = withUrl('https://api.example.org/');
  const [first] = workflow.nodes;
  const nodes = [...workflow.nodes, { ...first, id: 'code', type: 'code', config }] as Workflow['nodes'];
  expect(summariseDraft({ ...workflow, nodes })).toMatchObject({
    hosts: ['*.example.com', 'api.example.org'],
    secrets: ['API_TOKEN'],
    hasOpenHost: false,
  });
});
