import { describe, expect, test } from 'vitest';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { toolRegistry } from '#tools/registry.gen.ts';
import { addNode } from './edit/add-node.ts';
import { appendNode } from './edit/append-node.ts';
import { problemLevel } from './problem-level.ts';
import { validateWorkflow } from './validate-workflow.ts';
import { WORKFLOW_FORMAT, type Workflow } from './workflow.ts';

const empty: Workflow = { format: WORKFLOW_FORMAT, name: 'Test', description: '', settings: {}, nodes: [], edges: [] };
const started = addNode(empty, nodeRegistry.start, { x: 0, y: 0 }).workflow;
const others = Object.values(nodeRegistry).filter(({ inputs }) => inputs.length > 0);

function withNew(definition: (typeof others)[number], config?: object): Workflow {
  const options = { registry: nodeRegistry, definition, position: { x: 0, y: 90 }, after: { nodeId: 'start' } };
  const { workflow, nodeId } = appendNode(started, options);
  if (!config) return workflow;
  return { ...workflow, nodes: workflow.nodes.map((node) => (node.id === nodeId ? { ...node, config: config as never } : node)) };
}

const levelsOf = (workflow: Workflow) => {
  const { errors, warnings } = validateWorkflow(workflow, nodeRegistry, { tools: toolRegistry });
  return [...errors, ...warnings].map((problem) => `${problemLevel(problem)} ${problem.path ?? problem.code}`);
};

describe('a new node', () => {
  test.each(others)('of type $id is connected and has nothing wrong: only fields to fill in', (definition) => {
    const workflow = withNew(definition);
    expect(workflow.edges).toHaveLength(1);
    expect(levelsOf(workflow).filter((level) => level.startsWith('error'))).toEqual([]);
  });

  test.each([
    ['llm', ['unfilled config.userPrompt']],
    ['set', []],
    ['http', ['unfilled config.url']],
    ['map', ['unfilled container-empty', 'unfilled config.items']],
    ['sub-agent', ['unfilled config.agent', 'unfilled config.task']],
    ['switch', ['unfilled config.cases[0].when']],
  ] as const)('of type %s tells what to fill in', (type, levels) => {
    expect(levelsOf(withNew(nodeRegistry[type])).filter((level) => !level.startsWith('warning'))).toEqual(levels);
  });
});

test.each([
  ['an emptied text', 'llm', { userPrompt: '' }, 'unfilled config.userPrompt'],
  ['a text of spaces, where they do not count', 'condition', { when: '  ' }, 'unfilled config.when'],
  ['an empty list', 'switch', { cases: [] }, 'unfilled config.cases'],
  ['one of two fields', 'context-processor', { processorName: 'keep-recent' }, 'unfilled config.messages'],
  ['a wrong value', 'llm', { userPrompt: 7 }, 'error config.userPrompt'],
  ['an unknown name', 'tool-call', { toolName: 'nothing' }, 'error config.toolName'],
] as const)('%s', (_, type, config, level) => {
  expect(levelsOf(withNew(nodeRegistry[type], config))).toContain(level);
});
