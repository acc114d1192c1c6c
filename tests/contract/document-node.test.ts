import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import execute from '#engine/executors/document.executor.ts';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import type { NodeWarning } from '#lib/run/run-event.ts';
import document from '#nodes/document/document.node.ts';
import { makeDocumentReader } from '#server/documents/make-document-reader.ts';
import { makeWorkspaceFiles } from '#server/storage/workspace-files.ts';
import { makeExecutorContext } from '../support/executor-context.ts';
import { makeMemoryPayloads } from '../support/memory-payloads.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'threadloom-documents-'));
  await mkdir(join(root, 'ws_test'));
  await cp(new URL('../fixtures/documents', import.meta.url), join(root, 'ws_test/in'), { recursive: true });
});
afterAll(() => rm(root, { recursive: true, force: true }));

const warned: NodeWarning[] = [];

function read(config: object) {
  const tools = makeToolKit({
    payloads: makeMemoryPayloads(),
    files: makeWorkspaceFiles({ root, denyGlobs: ['*.key'], maxFileBytes: 1_000_000 }),
    documents: makeDocumentReader(),
  });
  return execute({
    config: document.config.parse(config),
    input: undefined,
    context: makeExecutorContext({ tools, warn: (warning) => void warned.push(warning) }).context,
  } as never);
}

test('a workspace file as Markdown', async () => {
  const { out } = (await read({ file: 'in/report.docx', as: 'markdown' })) as { out: { text: string } };
  expect(out).toMatchObject({ pages: [], tables: [], isCut: false, metadata: { title: 'Quarterly report 季度报告' } });
  expect(out.text).toContain('| Shanghai 上海 | 120 | 134 |');
});

test('several files: each page names its file', async () => {
  const inline = { name: 'a.md', text: '# Tea' };
  const { out } = (await read({ file: ['in/deck.pptx', inline, { path: 'in/shops.xlsx' }], as: 'pages' })) as {
    out: { pages: { file: string; number: number; title: string }[]; metadata: object };
  };
  expect(out.pages.map(({ file, number, title }) => [file, number, title])).toEqual([
    ['deck.pptx', 1, ''],
    ['deck.pptx', 2, ''],
    ['a.md', 1, ''],
    ['shops.xlsx', 1, 'shops'],
  ]);
  expect(out.metadata).toMatchObject({ 'deck.pptx': { slides: 2 }, 'shops.xlsx': { sheets: 1 }, 'a.md': {} });
});

test('what its reader guessed or left out is named with its file', async () => {
  const bytes = new Uint8Array(
    iconv.encode('Отпуск длится тридцать дней, дни переносятся на март следующего года.', 'windows-1251'),
  );
  await writeFile(join(root, 'ws_test/in/old.txt'), bytes);
  warned.length = 0;
  const { out } = (await read({ file: ['in/old.txt', 'in/shops.csv'] })) as { out: { text: string; warnings: object[] } };
  expect(out.text).toContain('Отпуск длится');
  expect(out.warnings).toEqual([
    {
      file: 'old.txt',
      code: 'charset-guessed',
      place: '',
      count: 1,
      message: 'No charset is declared: windows-1251 was guessed',
    },
  ]);
  expect(warned).toEqual([{ code: 'charset-guessed', message: 'old.txt: No charset is declared: windows-1251 was guessed' }]);
});

test('tables are cut at whole rows', async () => {
  const { out } = (await read({ file: 'in/shops.xlsx', as: 'tables', maxChars: 60 })) as {
    out: { tables: { rows: string[][] }[]; isCut: boolean };
  };
  expect(out.isCut).toBe(true);
  expect(out.tables[0]?.rows).toEqual([
    ['City 城市', 'Opened', 'Tables', 'Rating'],
    ['Shanghai 上海', '2021-03-05', '12', '4.5'],
  ]);
});

test.each([
  [{ file: 'in/missing.pdf' }, 'file-not-found', 'config.file', 'There is no file "in/missing.pdf"'],
  [{ file: ['in/report.pdf', 'a.key'] }, 'path-refused', 'config.file[1]', 'keeps *.key from tools'],
  [{ file: 'name,age\nAda,36' }, 'path-refused', 'config.file', 'The value is a text, and not the path of a file'],
  [{ file: ['<p>Hello</p>'] }, 'path-refused', 'config.file[0]', 'The value is a text'],
  [{ file: 'in/dot.png' }, 'document-unsupported', 'config.file', 'The document "dot.png" cannot be read'],
])('%j fails at the file at fault', async (config, code, path, message) => {
  await expect(read(config)).rejects.toMatchObject({ code, path, message: expect.stringContaining(message) });
});
