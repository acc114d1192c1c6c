import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ReactNode, useState } from 'react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DocumentDetail } from '#components/pages/knowledge/document-detail.tsx';
import { DocumentsTab } from '#components/pages/knowledge/documents-tab.tsx';
import { BaseIndexing } from '#components/pages/knowledge/indexing-progress.tsx';
import { SourcesTab } from '#components/pages/knowledge/sources-tab.tsx';
import { FixedNow } from '#components/ui/use-now.ts';
import { until } from '#tests/support/eventually.ts';
import { PageWindow } from '#tests/support/mounted-part.tsx';
import { sampleBase as base } from '#tests/support/sample-base.ts';

const now = '2026-11-26T10:00:00.000Z';
const source = {
  sourceId: 's1',
  kind: 'url',
  address: 'https://example.com/rules',
  selector: null,
  everyHours: 24,
  nextAt: null,
  refreshedAt: now,
  found: 3,
  reading: null,
  pending: 0,
  problem: null,
  privateHost: null,
};
const uploads = {
  uploads: {
    list: [],
    batch: { storedFiles: 0, files: 0, sentBytes: 0, sizeBytes: 0 },
    add: async () => {},
    remove() {},
  },
  leftOut: [] as string[],
  dropError: undefined,
  choose() {},
  drop() {},
};

let status = 200;
let body: unknown;
let deleted: string[] = [];
const server = createServer((request, response) => {
  if (request.method === 'DELETE') {
    deleted.push(request.url ?? '');
    return response.writeHead(204).end();
  }
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
});
let page: PageWindow;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  page = new PageWindow(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterEach(() => {
  page.clear();
  deleted = [];
});
afterAll(async () => {
  await page.close();
  server.close();
});

function answerWith(code: number, content: unknown): void {
  status = code;
  body = content;
}
const error = (code: string, message: string) => ({ error: { code, message, requestId: 'r1' } });
const down = () => answerWith(503, error('unavailable', 'The database does not answer'));
const detail = <DocumentDetail base={base} documentId="d1" wantedChunkId={null} onClose={() => {}} />;

test('documents that cannot be loaded are not called missing, and are loaded by Retry', async () => {
  down();
  const main = await page.mount(
    <DocumentsTab base={base} wanted={{ documentId: null, chunkId: null }} uploads={uploads} />,
    'en',
  );
  expect(main.textContent).toContain('Loading');
  expect(main.textContent).not.toContain('Upload PDF');
  await until(() => main.textContent.includes('The database does not answer'));
  expect(main.textContent).not.toContain('Upload PDF');
  answerWith(200, { items: [], nextCursor: null, total: 0 });
  await page.click(main.querySelector('[data-part="load-problem"] button'));
  await until(() => main.textContent.includes('Upload PDF'));
});

test('files that are left out are named', async () => {
  answerWith(200, { items: [], nextCursor: null, total: 0 });
  const leftOut = ['setup.exe', 'a.png', 'b.png', 'c.png'];
  const main = await page.mount(
    <DocumentsTab base={base} wanted={{ documentId: null, chunkId: null }} uploads={{ ...uploads, leftOut }} />,
    'en',
  );
  expect(main.textContent).toContain('4 files of other kinds were left out: setup.exe, a.png, b.png, …');
});

test('only a document that does not exist is said to be gone', async () => {
  down();
  const main = await page.mount(detail, 'en');
  await until(() => main.textContent.includes('The database does not answer'));
  expect(main.textContent).not.toContain('no such document');
  answerWith(404, error('not-found', 'There is no document d1'));
  await page.click(main.querySelector('[data-part="load-problem"] button'));
  await until(() => main.textContent.includes('no such document'));
});

test('sources that cannot be loaded are not called missing', async () => {
  down();
  const main = await page.mount(<SourcesTab base={base} />, 'en');
  await until(() => main.textContent.includes('The database does not answer'));
  expect(main.textContent).not.toContain('No sources');
});

test('a click alone removes no source', async () => {
  answerWith(200, { items: [source] });
  const main = await page.mount(<SourcesTab base={base} />, 'en');
  const button = () => [...main.querySelectorAll('button')].find(({ textContent }) => textContent === 'Remove');
  await until(button);
  await page.click(button());
  await page.click(button());
  expect(deleted).toEqual([]);
});

const document = {
  documentId: 'd1',
  key: 'rules.pdf',
  title: 'Rules of returns',
  url: null,
  fileId: null,
  sourceId: null,
  mediaType: null,
  metadata: {},
  isEnabled: true,
  status: 'indexing',
  indexing: { phase: 'embedding', done: 1200, total: 4000 },
  problem: null,
  privateHost: null,
  warnings: [],
  chunks: 4000,
  runId: null,
  createdAt: now,
  changedAt: now,
  indexedAt: null,
};

/** A part of the page, and a button that lets three seconds pass. */
function Later({ children }: { readonly children: ReactNode }) {
  const [nowMs, setNowMs] = useState(Date.parse(now));
  return (
    <FixedNow value={nowMs}>
      <button type="button" id="later" onClick={() => setNowMs(nowMs + 3000)} />
      {children}
    </FixedNow>
  );
}

test.each([
  ['en', '1,200 of 4,000 chunks', 'Vectors of Rules of returns'],
  ['zh-CN', '1,200 / 4,000 个分段', 'Rules of returns 的向量'],
] as const)('a document says how far its indexing is, %s', async (language, amount, label) => {
  answerWith(200, { items: [document], nextCursor: null, total: 1 });
  const tab = <DocumentsTab base={base} wanted={{ documentId: null, chunkId: null }} uploads={uploads} />;
  const main = await page.mount(<Later>{tab}</Later>, language);
  await until(() => main.textContent.includes(document.title));
  expect(main.querySelector('[role=progressbar]')).toBeNull();
  await page.click(main.querySelector('#later'));
  expect(main.textContent).toContain(amount);
  const bar = main.querySelector('[role=progressbar]');
  expect([bar?.getAttribute('aria-label'), bar?.getAttribute('aria-valuenow')]).toEqual([label, '30']);
});

test('a source says how many of its documents are stored, and then how many are indexed', async () => {
  answerWith(200, { items: [{ ...source, reading: { stored: 25, listed: 40 } }] });
  const main = await page.mount(
    <Later>
      <SourcesTab base={base} />
    </Later>,
    'en',
  );
  await until(() => main.textContent.includes('Reading'));
  await page.click(main.querySelector('#later'));
  expect(main.textContent).toContain('Storing the documents');
  expect(main.textContent).toContain('25 of 40 documents');
  answerWith(200, { items: [{ ...source, pending: 3 }] });
  await page.click([...main.querySelectorAll('button')].find(({ textContent }) => textContent === 'Read now'));
  await until(() => !main.textContent.includes('Storing'));
  await page.click(main.querySelector('#later'));
  expect(main.textContent).toContain('Indexing the documents of this source');
  expect(main.textContent).toContain('0 of 3 documents');
});

test('documents of a base are counted from those that were pending at first', async () => {
  const first = { ...base, pending: 4, partlyDone: 0.5 };
  function Base() {
    const [now, setNow] = useState(first);
    return (
      <>
        <button type="button" id="next" onClick={() => setNow({ ...first, pending: 3, partlyDone: 0.2 })} />
        <BaseIndexing base={now} />
      </>
    );
  }
  const main = await page.mount(
    <Later>
      <Base />
    </Later>,
    'en',
  );
  await page.click(main.querySelector('#next'));
  await page.click(main.querySelector('#later'));
  expect(main.textContent).toContain('1 of 4 documents');
  expect(main.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')).toBe('30');
});
