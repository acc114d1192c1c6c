import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, makeClient } from '#lib/api/client.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { workflowOf } from '#tests/support/test-engine.ts';
import type { Endpoint, Product, StoredRun } from './product.ts';

const root = join(import.meta.dirname, '..', '..');
const WAIT_MS = 70_000;

type Step = [type: string, config: Record<string, unknown>];

/** This project, started as `npm start` starts it. */
export function threadloomProduct(): Product {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return {
    name: 'threadloom',
    version,
    command: [process.execPath, join(root, 'scripts', 'start.mjs')],
    folder: root,
    env: ({ port, folder, slowOrigin }) => {
      const configPath = join(folder, 'config.yaml');
      // Workflows may send nothing to loopback by default.
      writeFileSync(configPath, `http:\n  allowed_private_hosts: ["${new URL(slowOrigin).host}"]\n`);
      return {
        PORT: String(port),
        HOST: '127.0.0.1',
        HOME: folder,
        THREADLOOM_DATA_DIR: join(folder, 'data'),
        THREADLOOM_CONFIG_PATH: configPath,
        DATABASE_URL: '',
      };
    },
    nodeSelector: '[data-part="canvas"][aria-busy="false"] .react-flow__node',
    setUp: async ({ url, slowOrigin }) => {
      const client = makeClient({ baseUrl: url, fetch });
      const small = await publish(client, url, 'small', chain(3));
      const large = await publish(client, url, 'large', chain(10));
      const slow = await publish(client, url, 'slow', around(['http', { url: `${slowOrigin}/1` }]));
      const waiting = await publish(client, url, 'waiting', around(['wait', { forMs: WAIT_MS }]));
      return {
        endpoints: { 3: small.endpoint, 10: large.endpoint },
        slow: slow.endpoint,
        waiting: waiting.endpoint,
        editorUrl: `${url}/workflows/${large.id}`,
        cookies: [],
      };
    },
    storedRuns: async ({ url }) => {
      const client = makeClient({ baseUrl: url, fetch });
      const { items: runs } = await client.listRuns({ query: { limit: 100 } });
      return Promise.all(runs.map(({ runId, status }) => readRun(client, runId, status)));
    },
  };
}

async function readRun(client: Client, id: string, status: string): Promise<StoredRun> {
  const { items: events } = await client.readRunLog({ params: { id } });
  return {
    status,
    nodesWithOutput: events.filter((event) => event.type === 'node_finished' && event.output !== undefined).length,
  };
}

const inputs = {
  inputs: [
    { name: 'name', type: 'text' },
    { name: 'n', type: 'number' },
  ],
};

/** `start`, then texts, values and conditions in turn, then `end`. */
function chain(count: number): Workflow {
  const steps = Array.from({ length: count - 2 }, (_, at) => stepAt(at));
  const ids = steps.map((_, at) => `s${at}`);
  const sources = ['start', ...ids.map((id, at) => (at % 3 === 2 ? `${id}.true` : id))];
  return workflowOf(
    {
      start: ['start', inputs],
      ...Object.fromEntries(ids.map((id, at) => [id, steps[at]])),
      end: ['end', { outputs: { text: '{{s0.text}}' } }],
    },
    [...ids, 'end'].map((id, at) => `${sources[at]} -> ${id}`),
  );
}

function stepAt(at: number): Step {
  const text = `Hello {{start.name}}, step ${at + 1}!`;
  if (at % 3 === 0) return ['template', { template: text }];
  return at % 3 === 1 ? ['set', { values: { text, n: '{{start.n}}' } }] : ['condition', { when: `s${at - 1}.n < 10` }];
}

/** Start, a text, the node between, a text, end. */
function around(middle: Step): Workflow {
  return workflowOf(
    {
      start: ['start', inputs],
      before: ['template', { template: 'Hello {{start.name}}' }],
      middle,
      after: ['template', { template: '{{before.text}} again' }],
      end: ['end', { outputs: { text: '{{after.text}}' } }],
    },
    ['start -> before', 'before -> middle', 'middle -> after', 'after -> end'],
  );
}

async function publish(client: Client, url: string, slug: string, workflow: Workflow) {
  const { id } = await client.createWorkflow({ body: workflow });
  await client.deployWorkflow({ params: { id }, body: { slug } });
  const { key } = await client.createKey({ params: { slug }, body: { name: 'bench', ratePerMinute: 1_000_000 } });
  const endpoint: Endpoint = {
    url: `${url}/api/v1/run/${slug}`,
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify({ inputs: { name: 'Ada', n: 3 } }),
  };
  return { id, endpoint };
}
