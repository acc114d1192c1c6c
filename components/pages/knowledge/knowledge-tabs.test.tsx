import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DocumentDetail } from '#components/pages/knowledge/document-detail.tsx';
import { DocumentsTab } from '#components/pages/knowledge/documents-tab.tsx';
import { SourcesTab } from '#components/pages/knowledge/sources-tab.tsx';
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
  problem: null,
};
const uploads = {
  uploads: { list: [], add: async () => {}, remove() {} },
  leftOut: 0,
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
