import type { ChatStepKind } from '../chat/chat-answer.ts';
import { buildGraph } from './graph.ts';
import { answerTexts, calledWorkflow } from './leaving-texts.ts';
import type { Workflow } from './workflow.ts';

/** Types of nodes that a customer learns of. All others, such as conditions and texts, are no step to them. */
const KIND_OF_TYPE: Readonly<Record<string, ChatStepKind>> = {
  knowledge: 'documents',
  document: 'documents',
  llm: 'write',
  'sub-agent': 'think',
  'a2a-agent': 'think',
  graph: 'think',
  database: 'lookup',
  http: 'lookup',
  'mcp-tool': 'lookup',
  'tool-call': 'lookup',
  artifact: 'file',
  media: 'file',
};

const cache = new WeakMap<Workflow, Readonly<Record<string, ChatStepKind>>>();

/**
 * What nodes do in words of a customer, by their paths without iterations. Cached per document.
 * A model whose text does not leave is `think`, so that only answers are called writing.
 */
export function stepNodes(workflow: Workflow): Readonly<Record<string, ChatStepKind>> {
  const known = cache.get(workflow);
  if (known) return known;
  const texts = answerTexts(workflow);
  const made = Object.fromEntries(
    stepsIn(workflow, '').map(([path, kind]) => [path, kind === 'write' && !texts.has(path) ? 'think' : kind]),
  );
  cache.set(workflow, made);
  return made;
}

function stepsIn(workflow: Workflow, prefix: string): (readonly [string, ChatStepKind])[] {
  const graph = buildGraph(workflow);
  return workflow.nodes.flatMap((node): (readonly [string, ChatStepKind])[] => {
    const path = prefix + [...graph.containersOf(node.id).toReversed(), node.id].join('/');
    const called = calledWorkflow(node, workflow);
    if (called) return stepsIn(called, `${path}/`);
    const kind = Object.hasOwn(KIND_OF_TYPE, node.type) ? KIND_OF_TYPE[node.type] : undefined;
    return kind === undefined ? [] : [[path, kind]];
  });
}
