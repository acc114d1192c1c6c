import { WORKFLOW_FORMAT, type Workflow, type WorkflowNode } from '#lib/workflow/workflow.ts';
import { mixedWorkflow } from './random-effect-workflow.ts';
import { RandomSource } from './random-source.ts';

/** Additional parts for a random workflow with effects. */
const PARTS = ['loop', 'map', 'parallel', 'workflow', 'code', 'tool-call', 'approval', 'wait', 'store'] as const;
type Part = (typeof PARTS)[number];

export type RecoveryHosts = {
  readonly counterHost: string;
  /** Id of the stored `calledWorkflow`. */
  readonly calledId: string;
};
type Config = WorkflowNode['config'];
type Row = {
  readonly type: string;
  readonly config: Config;
  readonly from?: readonly [source: string, handle: string];
  readonly parentId?: string;
};

/** The called workflow: it has a side effect under the path given by its caller. */
export function calledWorkflow(counterHost: string): Workflow {
  const inputs = ['key', 'path'].map((name) => ({ name, type: 'text', required: true }));
  return workflowOf('called', {
    start: { type: 'start', config: { inputs } },
    post: { type: 'http', config: postTo(counterHost, '{{start.path}}/post'), from: ['start', 'out'] },
    say: { type: 'template', config: { template: 'called by {{start.key}}' }, from: ['post', 'out'] },
    end: { type: 'end', config: { outputs: { said: '{{say.text}}' } }, from: ['say', 'out'] },
  });
}

/**
 * Requests, model calls, branches and joins, half of the requests repeatable, and three of these:
 * containers with requests, a called workflow, code, a tool call that needs an approval, an approval,
 * a wait, a counter in the store. Nine seeds in a row have each of them three times.
 */
export function recoveryWorkflow(seed: number, place: RecoveryHosts): Workflow {
  const random = new RandomSource(seed ^ 0x5bd1e995);
  const base = mixedWorkflow(seed, place.counterHost);
  // They run on every branch.
  const added = [0, 2, 5].map((step, index) =>
    rowsOf(PARTS[(seed + step) % PARTS.length] as Part, { id: `p${index}`, isRepeatable: random.chance(0.3), ...place }),
  );
  const parts = workflowOf(base.name, Object.assign({}, ...added));
  return { ...base, nodes: [...base.nodes, ...parts.nodes], edges: [...base.edges, ...parts.edges] };
}

type PartPlace = RecoveryHosts & { readonly id: string; readonly isRepeatable: boolean };

/** The rows of one part, by id. Each request names the path of its node. */
function rowsOf(part: Part, { id, counterHost, calledId, isRepeatable }: PartPlace): Record<string, Row> {
  const from = ['start', 'out'] as const;
  const post = (path: string): Config => ({ ...postTo(counterHost, path), ...(isRepeatable && { isRepeatable }) });
  const inner = `${id}_post`;
  const after: Row = { type: 'http', config: post(inner), from: [id, part === 'approval' ? 'approved' : 'out'] };
  switch (part) {
    case 'loop':
      return {
        [id]: { type: 'loop', config: { while: 'loop.index < 2', max: 5 }, from },
        [inner]: { type: 'http', config: post(`${id}[{{loop.index}}]/${inner}`), parentId: id },
        [`${id}_say`]: { type: 'llm', config: { userPrompt: 'Go on, {{loop.index}}' }, parentId: id, from: [inner, 'out'] },
      };
    case 'map':
      return {
        [id]: { type: 'map', config: { items: ['a', 'b', 'c', 'd'], concurrency: 2 }, from },
        [inner]: { type: 'http', config: post(`${id}[{{map.index}}]/${inner}`), parentId: id },
        [`${id}_say`]: { type: 'template', config: { template: 'item {{map.item}}' }, parentId: id, from: [inner, 'out'] },
      };
    case 'parallel':
      return {
        [id]: { type: 'parallel', config: { concurrency: 2 }, from },
        [inner]: { type: 'http', config: post(`${id}[0]/${inner}`), parentId: id },
        [`${id}_also`]: { type: 'http', config: post(`${id}[0]/${id}_also`), parentId: id },
        [`${id}_say`]: { type: 'llm', config: { userPrompt: 'Say it' }, parentId: id, from: [`${id}_also`, 'out'] },
      };
    case 'workflow':
      return {
        [id]: { type: 'workflow', config: { workflowId: calledId, inputs: { key: '{{start.key}}', path: `${id}[0]` } }, from },
        [inner]: after,
      };
    case 'code':
      return {
        [id]: { type: 'code', config: { code: 'return { length: inputs.key.length }', inputs: { key: '{{start.key}}' } }, from },
        [inner]: { ...after, config: { ...after.config, body: `{{${id}.length}}` } },
      };
    case 'tool-call': {
      const parameters = { method: 'POST', url: addressOf(counterHost, id), body: { from: id } };
      return { [id]: { type: 'tool-call', config: { toolName: 'http_request', parameters }, from }, [inner]: after };
    }
    case 'approval':
      return { [id]: { type: 'approval', config: { title: 'Go on?', value: '{{start.key}}' }, from }, [inner]: after };
    case 'wait':
      // Long enough to be a row of the database.
      return { [id]: { type: 'wait', config: { forMs: 5500 }, from }, [inner]: after };
    case 'store': {
      const key = `{{start.key}}/${id}`;
      return {
        [id]: { type: 'map', config: { items: ['a', 'b', 'c', 'd'], concurrency: 2 }, from },
        [`${id}_add`]: { type: 'store', config: { op: 'add', key }, parentId: id },
        [`${id}_sum`]: { type: 'store', config: { op: 'get', key }, from: [id, 'out'] },
        [inner]: { ...after, from: [`${id}_sum`, 'out'] },
      };
    }
    default:
      return part satisfies never;
  }
}

function postTo(counterHost: string, path: string): Config {
  return { method: 'POST', url: addressOf(counterHost, path), body: { from: path } };
}

function addressOf(counterHost: string, path: string): string {
  return `http://${counterHost}/effect?run={{start.key}}&node=${path}`;
}

function workflowOf(name: string, rows: Readonly<Record<string, Row>>): Workflow {
  const nodes = Object.entries(rows).map(([id, { type, config, parentId }], index) => ({
    id,
    type,
    version: 1,
    label: id,
    config,
    position: { x: 300, y: index * 100 },
    ...(parentId !== undefined && { parentId }),
  }));
  const edges = Object.entries(rows).flatMap(([id, { from }]) => {
    if (!from) return [];
    const [source, sourceHandle] = from;
    return [{ id: `${source}-${sourceHandle}-${id}`, source, sourceHandle, target: id, targetHandle: 'in' }];
  });
  return { format: WORKFLOW_FORMAT, name, description: '', settings: {}, nodes, edges };
}
