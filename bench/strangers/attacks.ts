import { setTimeout as wait } from 'node:timers/promises';
import type { Stranger } from './stranger.ts';

/** Of one client. */
const MAX_HELD = 40;
const MAX_BODIES = 8;
const BODY_BYTES = 4_990_000;
const UPLOAD_BYTES = 20_000_000;
const FORM_FIELDS = 700_000;
const FORM_TEXT_CHARS = 100_000;
/** Beyond its share a client asks again for more at once, but without a busy loop of its own. */
const RETRY_MS = 20;
const BOUNDARY = 'strangers-boundary';

const body = Buffer.alloc(BODY_BYTES - 100_000, 'x');
const fields = Array.from({ length: FORM_FIELDS }, (_, index) => index).join('&');
const upload = Buffer.concat([
  Buffer.from(
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="request"\r\n\r\n{"mode":"async"}\r\n--${BOUNDARY}\r\n` +
      `content-disposition: form-data; name="message"\r\n\r\nx\r\n--${BOUNDARY}\r\n` +
      `content-disposition: form-data; name="paper"; filename="a.bin"\r\ncontent-type: application/octet-stream\r\n\r\n`,
  ),
  Buffer.alloc(UPLOAD_BYTES, 'x'),
  Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
]);

const head = (stranger: Stranger, method: string, path: string, headers: Readonly<Record<string, string | number>>): string => {
  const lines = Object.entries({ host: new URL(stranger.target.url).host, ...headers });
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
};
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Streams of a run that waits, which stay open, and starts of runs with a stream. */
async function streams(stranger: Stranger): Promise<void> {
  const { pageSlug } = stranger.target;
  let token = await stranger.visitAtLast(pageSlug);
  let runId: string | undefined;
  for (let turn = 0, held = 0; !stranger.isOver && token !== undefined; turn++) {
    if (held >= MAX_HELD) return stranger.holdUntilOver();
    runId ??= await startWaiting(stranger, token);
    const status =
      runId === undefined || turn % 3 === 0
        ? await startStream(stranger, token)
        : await stranger.hold('stream', [head(stranger, 'GET', `/api/v1/runs/${runId}/events?after=1000`, bearer(token))]);
    if (status === 200) held++;
    if (status === 200) continue;
    await wait(RETRY_MS);
    // A visitor costs nothing.
    const other = await stranger.visit(pageSlug);
    if (other === undefined) continue;
    token = other;
    runId = undefined;
  }
}

async function startWaiting(stranger: Stranger, token: string): Promise<string | undefined> {
  const body = { inputs: { message: `run ${stranger.index}` }, mode: 'async' };
  const { status, text } = await stranger.json('start', `/api/v1/run/${stranger.target.pageSlug}`, { token, body });
  if (status !== 429) stranger.sightings.startedStreams++;
  return status === 202 ? String((JSON.parse(text) as { runId: string }).runId) : undefined;
}

async function startStream(stranger: Stranger, token: string): Promise<number> {
  const text = JSON.stringify({ inputs: { message: `stream ${stranger.index}` } });
  const headers = { ...bearer(token), 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  const status = await stranger.hold('start-stream', [
    head(stranger, 'POST', `/api/v1/run/${stranger.target.pageSlug}/stream`, headers),
    text,
  ]);
  if (status >= 400) stranger.sightings.refusedStreams++;
  else stranger.sightings.startedStreams++;
  return status;
}

/** Sockets of notifications: of visitors, and with tokens that are wrong. */
async function sockets(stranger: Stranger): Promise<void> {
  let token = await stranger.visitAtLast(stranger.target.pageSlug);
  const upgrade = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': 13,
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };
  for (let held = 0; !stranger.isOver; ) {
    if (held >= MAX_HELD) return stranger.holdUntilOver();
    const shown = held % 2 === 0 ? token : 'wrong-wrong-wrong-wrong';
    const text = head(stranger, 'GET', '/api/v1/ws', { ...upgrade, ...(shown !== undefined && bearer(shown)) });
    const status = await stranger.hold('socket', [text], 12_000);
    held++;
    if (status === 101) continue;
    await wait(RETRY_MS);
    token = (await stranger.visit(stranger.target.pageSlug)) ?? token;
  }
}

/** Bodies of forms that never end. */
async function bodies(stranger: Stranger): Promise<void> {
  const path = `/api/v1/hooks/${stranger.target.formSlug}/contact`;
  const headers = { 'content-type': 'application/json', 'content-length': BODY_BYTES };
  const holdOne = async () => {
    while (!stranger.isOver) {
      await stranger.hold('body', [head(stranger, 'POST', path, headers), body], 60_000);
      await wait(RETRY_MS);
    }
  };
  await Promise.all(Array.from({ length: MAX_BODIES }, holdOne));
}

async function uploads(stranger: Stranger): Promise<void> {
  const { fileSlug } = stranger.target;
  let token = await stranger.visitAtLast(fileSlug);
  await stranger.repeat(async () => {
    if (token === undefined) return;
    const headers = { ...bearer(token), 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
    const { status } = await stranger.send('upload', `/api/v1/run/${fileSlug}`, { method: 'POST', headers, body: upload });
    if (status === 429) token = (await stranger.visit(fileSlug)) ?? token;
  }, RETRY_MS);
}

/** Previews of a document of its own, again and again, at once. */
async function previews(stranger: Stranger): Promise<void> {
  const { fileSlug } = stranger.target;
  const token = await stranger.visitAtLast(fileSlug);
  let artifactId: string | undefined;
  await stranger.repeat(async () => {
    if (token === undefined) return;
    if (artifactId === undefined) {
      await stranger.json('preview-start', `/api/v1/run/${fileSlug}`, {
        token,
        body: { inputs: { message: `of ${stranger.index}` } },
      });
      const { status, text } = await stranger.get('preview-list', '/api/v1/artifacts', token);
      const { items } = status === 200 ? (JSON.parse(text) as { items: { artifactId: string }[] }) : { items: [] };
      artifactId = items[0]?.artifactId;
      return;
    }
    await Promise.all(Array.from({ length: 4 }, () => stranger.get('preview', `/api/v1/artifacts/${artifactId}/preview`, token)));
  }, RETRY_MS);
}

/** Forms with very many fields, and large ones that start runs. */
async function forms(stranger: Stranger): Promise<void> {
  const path = `/api/v1/hooks/${stranger.target.formSlug}/contact`;
  const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };
  await stranger.repeat(async () => {
    await stranger.send('form-fields', path, { method: 'POST', headers: urlencoded, body: fields });
    await stranger.json('form', path, { body: { values: { message: 'x'.repeat(FORM_TEXT_CHARS) } } });
  });
}

async function forks(stranger: Stranger): Promise<void> {
  const { talkSlug } = stranger.target;
  const token = await stranger.visitAtLast(talkSlug);
  await stranger.repeat(async () => {
    if (token === undefined) return;
    const { status, text } = await stranger.get('sessions', '/api/v1/sessions', token);
    const { items } = status === 200 ? (JSON.parse(text) as { items: { id: string }[] }) : { items: [] };
    const [session] = items;
    if (!session) {
      const start = { inputs: { message: 'x' }, sessionId: 'main', mode: 'async' };
      await stranger.json('fork-start', `/api/v1/run/${talkSlug}`, { token, body: start });
      return;
    }
    await Promise.all(
      Array.from({ length: 4 }, () => stranger.json('fork', `/api/v1/sessions/${session.id}/forks`, { token, body: {} })),
    );
  });
}

/** Unsigned requests to a webhook with a signature. */
async function webhooks(stranger: Stranger): Promise<void> {
  const path = `/api/v1/hooks/${stranger.target.hookSlug}/hook?${'q'.repeat(2000)}`;
  await stranger.repeat(() => stranger.json('webhook', path, { body: { text: 'x'.repeat(10_000) } }));
}

/** Whatever is not its own, with and without a token. */
async function snooping(stranger: Stranger): Promise<void> {
  const token = await stranger.visitAtLast(stranger.target.pageSlug);
  let at = stranger.index;
  await stranger.repeat(async () => {
    const path = stranger.target.privatePaths[at++ % stranger.target.privatePaths.length];
    if (path === undefined) return;
    await stranger.get('snoop', path, at % 3 === 0 ? undefined : token);
  });
}

export const attacks: readonly ((stranger: Stranger) => Promise<void>)[] = [
  streams,
  sockets,
  bodies,
  uploads,
  previews,
  forms,
  forks,
  webhooks,
  snooping,
];
