import { WORKFLOW_FORMAT, type Workflow } from '#lib/workflow/workflow.ts';
import { RandomSource } from './random-source.ts';

type Config = Workflow['nodes'][number]['config'];
type Place = { readonly id: string; readonly source: string; readonly counterHost: string; readonly random: RandomSource };

/**
 * A valid workflow of five to twelve nodes with effects: requests to the counter and model calls,
 * between templates and conditions, in
 * branches and joins. Each request says which run and node it is of; the run's input `key` names the run.
 */
export function randomEffectWorkflow(seed: number, counterHost: string): Workflow {
  const random = new RandomSource(seed);
  const nodes: Workflow['nodes'] = [nodeOf('start', 'start', { inputs: [{ name: 'key', type: 'text', required: true }] }, 0)];
  const edges: Workflow['edges'] = [];
  const handles: { source: string; sourceHandle: string }[] = [{ source: 'start', sourceHandle: 'out' }];
  const count = 4 + random.below(8);
  for (let index = 1; index <= count; index++) {
    const id = `n${index}`;
    const isJoin = handles.length > 2 && random.chance(0.3);
    const picked = isJoin ? handles.splice(random.below(handles.length - 1), 2) : [random.pick(handles)];
    for (const { source, sourceHandle } of picked)
      edges.push({ id: `${source}-${sourceHandle}-${id}`, source, sourceHandle, target: id, targetHandle: 'in' });
    const { type, config } = isJoin
      ? { type: 'merge', config: { mode: 'object' } }
      : configOf({ id, source: picked[0]?.source ?? 'start', counterHost, random });
    nodes.push(nodeOf(id, type, config, index));
    const ports = type === 'condition' ? ['true', 'false'] : ['out'];
    handles.push(...ports.map((sourceHandle) => ({ source: id, sourceHandle })));
  }
  return { format: WORKFLOW_FORMAT, name: `effects ${seed}`, description: '', settings: {}, nodes, edges };
}

/** Half of the requests are declared idempotent. The others need a decision after a crash. */
export function mixedWorkflow(seed: number, counterHost: string): Workflow {
  const workflow = randomEffectWorkflow(seed, counterHost);
  const nodes = workflow.nodes.map((node, index) =>
    node.config.method === 'POST' && (seed + index) % 2 === 0
      ? { ...node, config: { ...node.config, isRepeatable: true } }
      : node,
  );
  return { ...workflow, nodes };
}

function nodeOf(id: string, type: string, config: Config, index: number): Workflow['nodes'][number] {
  return { id, type, version: 1, label: id, config, position: { x: 0, y: index * 100 } };
}

function configOf({ id, counterHost, random }: Place): { type: string; config: Config } {
  const url = `http://${counterHost}/effect?run={{start.key}}&node=${id}`;
  const roll = random.next();
  if (roll < 0.45) return { type: 'http', config: { method: 'POST', url, body: { from: id } } };
  if (roll < 0.6) return { type: 'http', config: { method: 'GET', url } };
  if (roll < 0.72) return { type: 'llm', config: { model: 'default', userPrompt: `Say something about ${id} to {{start.key}}` } };
  if (roll < 0.86) return { type: 'template', config: { template: `${id} of {{start.key}}` } };
  return { type: 'condition', config: { when: random.chance(0.5) ? "start.key != ''" : "start.key == ''" } };
}
