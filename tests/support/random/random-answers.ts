import { WORKFLOW_FORMAT, type Workflow, type WorkflowEdge, type WorkflowNode } from '#lib/workflow/workflow.ts';
import type { RandomSource } from './random-source.ts';

const TYPES = [
  'llm',
  'llm',
  'llm',
  'llm',
  'template',
  'set',
  'merge',
  'join',
  'condition',
  'approval',
  'approval',
  'code',
] as const;
const PORTS: Readonly<Record<string, readonly string[]>> = {
  condition: ['true', 'false'],
  approval: ['approved', 'approved', 'rejected'],
};

/**
 * A small workflow in which models write texts, and what comes after them passes the texts on, drops them, chooses
 * among them, asks people or fails. It ends in one or two `end` nodes, or says replies, or has neither.
 */
export function randomAnswers(random: RandomSource): Workflow {
  const nodes: WorkflowNode[] = [];
  const edges: WorkflowEdge[] = [];
  const add = (id: string, type: string, config: WorkflowNode['config'], sources: readonly WorkflowNode[], options?: object) => {
    for (const { id: source, type: of } of sources) {
      const sourceHandle = random.chance(0.05) ? 'error' : random.pick(PORTS[of] ?? ['out']);
      edges.push({ id: `${source}-${id}`, source, sourceHandle, target: id, targetHandle: 'in' });
    }
    nodes.push({
      id,
      type,
      version: 1,
      label: id,
      config,
      position: { x: 0, y: 0 },
      ...(options && { options }),
    } as WorkflowNode);
  };
  const count = 2 + random.below(6);
  for (let index = 0; index < count; index++) {
    const sources = index === 0 ? [] : someOf(nodes, random);
    const id = `n${index}`;
    const type = index === 0 ? 'llm' : random.pick(TYPES);
    const options = random.chance(0.05)
      ? { retry: { attempts: 2, delayMs: 0 } }
      : random.chance(0.05)
        ? { onError: { continue: 'x' } }
        : undefined;
    add(id, type, configOf(id, type, nodes, random), sources, options);
  }
  const shape = random.below(10);
  if (shape === 0) return finished(nodes, edges);
  const ends = shape < 4 ? 2 : 1;
  const sayings = random.pick([0, 0, 0, 1, 1, 2, 3]);
  for (let index = 0; index < sayings; index++) {
    const from = random.pick(nodes.filter(({ type }) => type === 'llm'));
    const other = random.pick(nodes.filter(({ type }) => type === 'llm'));
    const output = `{{${from.id}.output | default: ""}}`;
    const around = ['So: ', '', '', `{{${other.id}.output | default: ""}} and `];
    const text = random.chance(0.85) ? `${random.pick(around)}${output}${random.pick(['', '', ' Bye.'])}` : 'Nothing';
    add(`say${index}`, 'reply', { text, from: from.id }, random.chance(0.6) ? [from] : someOf(nodes, random));
  }
  for (let index = 0; index < ends; index++) {
    const name = random.chance(0.7) ? 'answer' : `answer${index}`;
    add(`z${index}`, 'end', { outputs: { [name]: readOf(nodes, random) } }, someOf(nodes, random));
  }
  return finished(nodes, edges);
}

function finished(nodes: WorkflowNode[], edges: WorkflowEdge[]): Workflow {
  return { format: WORKFLOW_FORMAT, name: 'answers', description: '', settings: {}, nodes, edges };
}

function someOf(nodes: readonly WorkflowNode[], random: RandomSource): WorkflowNode[] {
  const last = nodes.at(-1) as WorkflowNode;
  const chosen = nodes.filter((node) => node.type !== 'end' && (node === last ? random.chance(0.7) : random.chance(0.3)));
  return chosen.length > 0 ? chosen : [last];
}

/** Mostly the text of an earlier node, as it is or changed. */
function readOf(nodes: readonly WorkflowNode[], random: RandomSource): string {
  const { id, type } = random.pick(nodes);
  const field: Readonly<Record<string, string>> = {
    llm: '.output',
    template: '.text',
    set: '.a',
    merge: '.value',
    join: '.value',
  };
  const path = `${id}${random.chance(0.9) ? (field[type] ?? '') : ''}`;
  const other = random.pick(nodes);
  const tail = random.pick(['', '', ' | default: ""', ` | default: ${other.id}${field[other.type] ?? ''}`, ' | upcase']);
  return `${random.pick(['', '', 'It is: '])}{{${path}${tail}}}`;
}

function configOf(id: string, type: string, nodes: readonly WorkflowNode[], random: RandomSource): WorkflowNode['config'] {
  switch (type) {
    case 'llm':
      return { model: 'main', userPrompt: `write ${id}` };
    case 'template':
      return { template: readOf(nodes, random) };
    case 'set':
      return { values: { a: readOf(nodes, random), b: readOf(nodes, random) } };
    case 'merge':
      return { mode: random.pick(['object', 'list', 'first']) };
    case 'join':
      return { mode: random.pick(['all', 'any', 'first']) };
    case 'condition':
      return { when: random.chance(0.5) ? 'true' : 'false' };
    case 'approval':
      return { title: 'Send?', value: readOf(nodes, random) };
    default:
      return { code: random.chance(0.3) ? 'throw new Error("no")' : 'return { ok: true }' };
  }
}
