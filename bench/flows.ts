import { WORKFLOW_FORMAT, type Workflow, type WorkflowEdge, type WorkflowNode } from '#lib/workflow/workflow.ts';

type Config = Record<string, unknown>;

/** Builds a workflow from rows, with defaults for the rest. */
class FlowBuilder {
  readonly nodes: WorkflowNode[] = [];
  readonly edges: WorkflowEdge[] = [];

  add(id: string, type: string, config: Config, ...sources: [source: string, handle?: string][]): this {
    this.nodes.push({
      id,
      type,
      version: 1,
      label: id,
      config: config as WorkflowNode['config'],
      position: { x: 0, y: this.nodes.length * 100 },
    });
    for (const [source, sourceHandle = 'out'] of sources)
      this.edges.push({ id: `${source}-${id}`, source, sourceHandle, target: id, targetHandle: 'in' });
    return this;
  }

  build(name: string): Workflow {
    return { format: WORKFLOW_FORMAT, name, description: '', settings: {}, nodes: this.nodes, edges: this.edges };
  }
}

const nameAndNumber = {
  inputs: [
    { name: 'name', type: 'text', required: true },
    { name: 'n', type: 'number', required: true },
  ],
};

/** `start`, then `template`, `set` and `condition` in turn, then `end`: `count` nodes in all. */
export function chainFlow(count: number): Workflow {
  const flow = new FlowBuilder().add('start', 'start', nameAndNumber);
  let text = 'start.name';
  let last: [string, string?] = ['start'];
  for (let step = 1; step < count - 1; step++) {
    const id = `s${step}`;
    if (step % 3 === 1) flow.add(id, 'template', { template: `Hello {{ ${text} }}, step ${step}!` }, last);
    if (step % 3 === 2)
      flow.add(id, 'set', { values: { text: `{{ s${step - 1}.text | slice: 0, 12 }}`, n: '{{ start.n }}', step } }, last);
    if (step % 3 === 0) flow.add(id, 'condition', { when: `start.n < 10 && s${step - 1}.step >= 1` }, last);
    if (step % 3 === 2) text = `${id}.text`;
    last = step % 3 === 0 ? [id, 'true'] : [id];
  }
  return flow.add('end', 'end', { outputs: { text: `{{ ${text} }}`, n: '{{ start.n }}' } }, last).build(`chain${count}`);
}

/** A DAG of `count` nodes: blocks of a fork, three branches of two nodes, and a join, one after another. */
export function dagFlow(count: number): Workflow {
  const flow = new FlowBuilder().add('start', 'start', nameAndNumber);
  let last = 'start';
  for (let block = 0; flow.nodes.length + 8 <= count - 1; block++) {
    const p = `b${block}_`;
    flow.add(`${p}fork`, 'set', { values: { text: 'x{{ start.name }}', n: '{{ start.n }}' } }, [last]);
    for (const branch of ['x', 'y', 'z']) {
      flow.add(`${p}${branch}1`, 'template', { template: `${branch} {{ ${p}fork.text }}` }, [`${p}fork`]);
      flow.add(`${p}${branch}2`, 'set', { values: { text: `{{ ${p}${branch}1.text | upcase }}` } }, [`${p}${branch}1`]);
    }
    flow.add(`${p}join`, 'merge', { mode: 'list' }, [`${p}x2`], [`${p}y2`], [`${p}z2`]);
    last = `${p}join`;
  }
  while (flow.nodes.length < count - 1) {
    const id = `t${flow.nodes.length}`;
    flow.add(id, 'template', { template: 'tail {{ start.name }}' }, [last]);
    last = id;
  }
  return flow.add('end', 'end', { outputs: { text: '{{ start.name }}' } }, [last]).build(`dag${count}`);
}

/**
 * A model call, a loop with `passes` iterations of a template and a model call, and `tail`
 * templates: very different from a chain of small nodes.
 */
export function talkFlow(model: string, { passes, tail }: { passes: number; tail: number }): Workflow {
  const flow = new FlowBuilder()
    .add('start', 'start', nameAndNumber)
    .add('ask', 'llm', { model, userPrompt: 'Say hello to {{ start.name }}' }, ['start'])
    .add('again', 'loop', { while: `loop.index < ${passes - 1}`, max: passes }, ['ask'])
    .add('note', 'template', { template: 'Once more, {{ start.name }}: {{ ask.output }}' })
    .add('talk', 'llm', { model, userPrompt: '{{ note.text }}' }, ['note']);
  let last = 'again';
  for (let step = 0; step < tail; step++) {
    flow.add(`t${step}`, 'template', { template: `tail {{ start.name }} ${step}` }, [last]);
    last = `t${step}`;
  }
  const { nodes, ...workflow } = flow.add('end', 'end', { outputs: { text: '{{ ask.output }}' } }, [last]).build('talk');
  return {
    ...workflow,
    nodes: nodes.map((node) => (['note', 'talk'].includes(node.id) ? { ...node, parentId: 'again' } : node)),
  };
}

/** One model call between `start` and `end`. */
export function llmFlow(model: string): Workflow {
  return new FlowBuilder()
    .add('start', 'start', { inputs: [{ name: 'name', type: 'text', required: true }] })
    .add('ask', 'llm', { model, userPrompt: 'Say hello to {{ start.name }}' }, ['start'])
    .add('end', 'end', { outputs: { text: '{{ ask.output }}' } }, ['ask'])
    .build('llm1');
}
