import { bearer, callApi } from '#tests/support/published-endpoint.ts';
import { workflowOf } from '#tests/support/test-engine.ts';
import type { AttackTarget } from './attack.ts';
import type { Insider } from './members.ts';
import { insiders } from './members.ts';

const KEYS = 5;
const MEMBERS = 5;
/** Programs with a key work as fast as the server lets them. */
const KEY_RATE = 100_000;
const WAIT_MS = 600_000;
const PARAGRAPHS = 2000;

const message = { name: 'message', type: 'text', required: true };
const nodes = (extra: readonly object[] = []) => ({ start: ['start', { inputs: [message, ...extra] }] as const });
const echo = workflowOf(
  {
    start: ['start', { inputs: [{ name: 'text', type: 'text', required: true }] }],
    end: ['end', { outputs: { text: '{{start.text}}' } }],
  },
  ['start -> end'],
);
const talk = workflowOf({ start: [...nodes().start], end: ['end', { outputs: { said: '{{start.message}}' } }] }, [
  'start -> end',
]);
const waiting = workflowOf(
  {
    start: [...nodes().start],
    hold: ['wait', { mode: 'for', forMs: WAIT_MS }],
    end: ['end', { outputs: { said: '{{start.message}}' } }],
  },
  ['start -> hold', 'hold -> end'],
);
const text = Array.from({ length: PARAGRAPHS }, (_, index) => `Paragraph ${index} with words to read, and **bold** ones.`).join(
  '\n\n',
);
const papers = workflowOf(
  {
    start: [...nodes([{ name: 'paper', type: 'file' }]).start],
    art: ['artifact', { format: 'docx', name: '{{start.message}}', content: text }],
    end: ['end', { outputs: { said: 'x' } }],
  },
  ['start -> art', 'art -> end'],
);
const form = {
  ...talk,
  triggers: [
    { id: 'contact', type: 'form', version: 1, label: '', config: { response: 'accepted', ratePerMinute: 600 }, inputs: {} },
  ],
};
const hook = {
  ...talk,
  triggers: [
    {
      id: 'hook',
      type: 'webhook',
      version: 1,
      label: '',
      config: { auth: 'github' },
      inputs: { message: '{{trigger.body.text}}' },
    },
  ],
};

export type Site = {
  readonly insiders: readonly Insider[];
  readonly target: Omit<AttackTarget, 'clients' | 'seconds'>;
  readonly pageSlug: string;
};

/** Endpoints, pages, keys and private texts on a server that wants a token. */
export async function makeSite(url: string, token: string): Promise<Site> {
  const member = bearer(token);
  const api = async (
    path: string,
    body?: unknown,
    { method, headers = member }: { method?: string; headers?: Readonly<Record<string, string>> } = {},
  ) => {
    const answer = await callApi(`${url}/api/v1${path}`, {
      headers,
      ...(body !== undefined && { body }),
      ...(method && { method }),
    });
    if (answer.status >= 300) throw new Error(`${path} was answered with ${answer.status}: ${JSON.stringify(answer.json)}`);
    return answer.json;
  };
  const deploy = async (slug: string, document: object) => {
    const { id } = await api('/workflows', document);
    await api(`/workflows/${id}/deployments`, { slug });
    return String(id);
  };
  const workflowId = await deploy('work', echo);
  for (const [slug, document] of Object.entries({ page: waiting, talk, papers, form, hook })) await deploy(slug, document);
  for (const slug of ['page', 'talk', 'papers'])
    await api(`/deployments/${slug}/chat-page`, { access: 'public' }, { method: 'PUT' });
  await api('/deployments/hook/triggers/hook/secret', {});
  const keys: string[] = [];
  for (let index = 0; index < KEYS; index++) {
    const made = await api('/deployments/work/keys', { name: `key ${index}`, ratePerMinute: KEY_RATE });
    keys.push(String(made.key));
  }
  const plant = `PLANT-${crypto.randomUUID()}`;
  const privatePaths = await plantTexts({ api, plant, key: keys[0] ?? '' });
  return {
    insiders: insiders({ url, token, workflow: echo, workflowId, slug: 'work', keys, members: MEMBERS }),
    target: {
      url,
      pageSlug: 'page',
      talkSlug: 'talk',
      fileSlug: 'papers',
      formSlug: 'form',
      hookSlug: 'hook',
      privatePaths,
      plant,
    },
    pageSlug: 'page',
  };
}

type Planting = {
  readonly api: (
    path: string,
    body?: unknown,
    options?: { method?: string; headers?: Readonly<Record<string, string>> },
  ) => Promise<Record<string, unknown>>;
  readonly plant: string;
  readonly key: string;
};

/** Texts of a member, a key, another visitor and the sender of a form. @returns paths where they are */
async function plantTexts({ api, plant, key }: Planting): Promise<string[]> {
  const { token } = await api('/chat/papers/visitors', undefined, { method: 'POST', headers: {} });
  const visitor = bearer(String(token));
  const ofMember = await api('/runs', { document: echo, inputs: { text: plant } });
  const ofKey = await api('/run/work', { inputs: { text: plant }, sessionId: 'private' }, { headers: bearer(key) });
  const ofVisitor = await api('/run/papers', { inputs: { message: plant }, sessionId: 'private' }, { headers: visitor });
  await api('/hooks/form/contact', { values: { message: plant } }, { headers: {} });
  await api('/files?path=private.txt', { private: plant });
  const runs = [ofMember, ofKey, ofVisitor].map(({ runId }) => String(runId));
  const sessions = (await api('/sessions')).items as { id: string }[];
  const files = (await api('/files')).items as { fileId: string }[];
  return [
    ...runs.flatMap((id) => [`/api/v1/runs/${id}`, `/api/v1/runs/${id}/events`, `/api/v1/runs/${id}/log`]),
    ...sessions.map(({ id }) => `/api/v1/sessions/${id}`),
    ...files.flatMap(({ fileId }) => [
      `/api/v1/files/${fileId}`,
      `/api/v1/files/${fileId}/content`,
      `/api/v1/artifacts/${fileId}/preview`,
    ]),
    '/api/v1/artifacts?limit=100',
    '/api/v1/sessions?limit=100',
    '/api/v1/runs?limit=100',
    '/api/v1/files',
    '/api/v1/trigger-events?slug=form',
    '/api/v1/workflows',
    '/api/v1/approvals',
  ];
}
