import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { workspaceId } from '#lib/ports/run-store.ts';
import { matchesGlob } from './glob.ts';
import { makeWorkspaceFiles } from './workspace-files.ts';

const mine = workspaceId('ws_mine');

async function setUp(options: { denyGlobs?: string[]; maxFileBytes?: number } = {}) {
  const home = await mkdtemp(join(tmpdir(), 'threadloom-files-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const root = join(home, 'files');
  const files = makeWorkspaceFiles({ root, denyGlobs: [], maxFileBytes: 1000, ...options });
  return { home, root, files };
}

test('a written file is read back from its folder, and stays in its workspace', async () => {
  const { root, files } = await setUp();
  expect(await files.write(mine, 'notes/2026/plan.md', 'Tee für 2\n')).toEqual({ sizeBytes: 11, isNew: true });
  expect(await files.write(mine, './notes/2026/plan.md', 'Tea')).toEqual({ sizeBytes: 3, isNew: false });
  expect(await files.read(mine, 'notes/2026/plan.md')).toEqual({ text: 'Tea', sizeBytes: 3 });
  expect(await readFile(join(root, 'ws_mine/notes/2026/plan.md'), 'utf8')).toBe('Tea');
  await expect(files.read(workspaceId('ws_other'), 'notes/2026/plan.md')).rejects.toMatchObject({
    code: 'file-not-found',
    message: 'There is no file "notes/2026/plan.md"',
  });
});

test('two concurrent writes leave one complete file, and no temporary file', async () => {
  const { root, files } = await setUp({ maxFileBytes: 1_000_000 });
  const texts = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(200_000));
  await Promise.all(texts.map((text) => files.write(mine, 'one.txt', text)));
  expect(texts).toContain((await files.read(mine, 'one.txt')).text);
  expect(await readdir(join(root, '.incoming'))).toEqual([]);
  expect(await readdir(join(root, 'ws_mine'))).toEqual(['one.txt']);
});

describe('a path that leads outside, on any operating system, is refused', () => {
  test.each([
    '../ws_other/a.txt',
    'a/../../b',
    '..',
    '/etc/passwd',
    'a//b',
    'a/./b',
    '',
    '.',
    'a/',
    'C:\\Windows\\win.ini',
    'C:/Windows',
    'a\\..\\..\\b',
    'file.txt:stream',
    'a\0.txt',
    'a\nb',
    'a\u202egpj.exe',
    'con',
    'a/NUL.txt',
    'COM1',
    'lpt¹.md',
    'nul .txt',
    'CREDEN~1.JSO',
    'secret~12/a.txt',
    'trailing.',
    'trailing ',
    ' leading',
    'half \ud800 a character',
    'x'.repeat(1001),
    `${'d/'.repeat(40)}x`,
    'é'.repeat(150),
  ])('%j', async (path) => {
    const { root, files } = await setUp();
    for (const touch of [() => files.read(mine, path), () => files.write(mine, path, 'x')])
      await expect(touch()).rejects.toMatchObject({ name: 'NodeFailure', code: 'path-refused', path: 'path' });
    await expect(readdir(root)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('an absolute one with what to write instead', async () => {
    const { files } = await setUp();
    await expect(files.read(mine, '/notes/a.md')).rejects.toMatchObject({ hint: 'Write it relative to the folder: notes/a.md' });
  });

  test('a workspace whose id is no plain name', async () => {
    const { files } = await setUp();
    await expect(files.read(workspaceId('../ws_mine'), 'a')).rejects.toThrow('cannot be the name of a folder');
  });
});

describe('a link is never followed', () => {
  test.each([
    ['a file', 'secret.txt', 'link'],
    ['a folder', '.', 'link/secret.txt'],
  ])('to %s', async (_, target, path) => {
    const { home, root, files } = await setUp();
    await writeFile(join(home, 'secret.txt'), 'secret');
    await mkdir(join(root, 'ws_mine'), { recursive: true });
    await symlink(join(home, target), join(root, 'ws_mine/link'));
    for (const touch of [() => files.read(mine, path), () => files.write(mine, path, 'x')])
      await expect(touch()).rejects.toMatchObject({ code: 'path-refused', message: expect.stringContaining('is a link') });
    expect(await readFile(join(home, 'secret.txt'), 'utf8')).toBe('secret');
  });

  test('instead of the workspace folder', async () => {
    const { home, root, files } = await setUp();
    await mkdir(root);
    await symlink(home, join(root, 'ws_mine'));
    await expect(files.write(mine, 'a.txt', 'x')).rejects.toMatchObject({ code: 'path-refused' });
  });
});

test('a folder is no file, and a file no folder', async () => {
  const { files } = await setUp();
  await files.write(mine, 'notes/a.md', 'x');
  await expect(files.write(mine, 'notes', 'x')).rejects.toMatchObject({
    code: 'path-refused',
    message: expect.stringContaining('it is a folder'),
  });
  await expect(files.read(mine, 'notes')).rejects.toMatchObject({ code: 'path-refused' });
  await expect(files.write(mine, 'notes/a.md/b', 'x')).rejects.toMatchObject({ code: 'path-refused' });
  await expect(files.read(mine, 'notes/a.md/b')).rejects.toMatchObject({ code: 'path-refused' });
});

test('a file that is too large is neither written nor read', async () => {
  const { root, files } = await setUp({ maxFileBytes: 10 });
  await expect(files.write(mine, 'a.txt', 'ééé ééé')).rejects.toMatchObject({
    code: 'file-too-large',
    message: 'The file "a.txt" has 13 bytes, and 10 are allowed',
  });
  await mkdir(join(root, 'ws_mine'), { recursive: true });
  await writeFile(join(root, 'ws_mine/b.txt'), 'x'.repeat(11));
  await expect(files.read(mine, 'b.txt')).rejects.toMatchObject({ code: 'file-too-large' });
});

test.each([
  ['bytes with NUL', Buffer.from([0x61, 0, 0x62])],
  ['what is no UTF-8', Buffer.from([0xff, 0xfe, 0x61])],
])('%s is no text', async (_, bytes) => {
  const { root, files } = await setUp();
  await mkdir(join(root, 'ws_mine'), { recursive: true });
  await writeFile(join(root, 'ws_mine/a.bin'), bytes);
  await expect(files.read(mine, 'a.bin')).rejects.toMatchObject({ code: 'file-not-text' });
});

test('what the administrator keeps from tools is refused by its pattern, however it is written', async () => {
  const { files } = await setUp({ denyGlobs: ['*.key', 'secrets/**'] });
  for (const path of ['a.key', 'deep/b.KEY', 'secrets/x', 'Secrets/y/z'])
    await expect(files.write(mine, path, 'x')).rejects.toMatchObject({ code: 'path-refused' });
  await files.write(mine, 'my/secrets/x', 'x');
});

describe('a list of files', () => {
  const signal = new AbortController().signal;
  const pathsOf = async (files: Awaited<ReturnType<typeof setUp>>['files'], glob = '**', limit = 100) => {
    const { files: found, isCut } = await files.list(mine, { glob, limit, signal });
    return { paths: found.map(({ path }) => path), isCut };
  };

  test('is in the order of paths, by pattern, and cut at its limit', async () => {
    const { files } = await setUp();
    for (const path of ['b.md', 'a/z.md', 'a/b/c.txt', 'a.md']) await files.write(mine, path, 'x');
    expect(await pathsOf(files)).toEqual({ paths: ['a.md', 'a/b/c.txt', 'a/z.md', 'b.md'], isCut: false });
    expect(await pathsOf(files, '*.md')).toEqual({ paths: ['a.md', 'b.md'], isCut: false });
    expect(await pathsOf(files, 'a/**')).toEqual({ paths: ['a/b/c.txt', 'a/z.md'], isCut: false });
    expect(await pathsOf(files, 'a/z.md')).toEqual({ paths: ['a/z.md'], isCut: false });
    expect(await pathsOf(files, '**', 3)).toEqual({ paths: ['a.md', 'a/b/c.txt', 'a/z.md'], isCut: true });
    expect(await files.list(mine, { glob: 'b.md', limit: 1, signal })).toMatchObject({
      files: [{ path: 'b.md', sizeBytes: 1, changedAt: expect.stringMatching(/^20.*Z$/) }],
    });
  });

  test('has neither links, nor what is kept from tools, nor files of other workspaces', async () => {
    const { home, root, files } = await setUp({ denyGlobs: ['*.key', 'secrets'] });
    for (const path of ['a.key', 'secrets/b.md', 'c.md']) {
      await mkdir(join(root, 'ws_mine/secrets'), { recursive: true });
      await writeFile(join(root, 'ws_mine', path), 'x');
    }
    await symlink(home, join(root, 'ws_mine/link'));
    await files.write(workspaceId('ws_other'), 'theirs.md', 'x');
    expect(await pathsOf(files)).toEqual({ paths: ['c.md'], isCut: false });
  });

  test('of a workspace without files is empty', async () => {
    const { files } = await setUp();
    expect(await pathsOf(files)).toEqual({ paths: [], isCut: false });
  });
});

test('concurrent changes of one file are all there, and one that fails changes nothing', async () => {
  const { files } = await setUp();
  await files.write(mine, 'list.txt', '');
  const add = (text: string) => files.update(mine, 'list.txt', (before) => before + text);
  const failing = files.update(mine, 'list.txt', () => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map(add));
  expect((await files.read(mine, 'list.txt')).text).toBe('abcde');
});

test('no message names the folder on this machine', async () => {
  const { home } = await setUp();
  await writeFile(join(home, 'taken'), '');
  const files = makeWorkspaceFiles({ root: join(home, 'taken'), denyGlobs: [], maxFileBytes: 10 });
  const failure = await files.write(mine, 'a.txt', 'x').catch((error) => error);
  expect(failure).toMatchObject({ name: 'NodeFailure' });
  expect(failure.message).not.toContain(home);
});

test.each([
  ['*.env', 'a/.env', true],
  ['.env*', 'a/.env.local', true],
  ['.git', 'a/.git/config', true],
  ['/a/*.md', 'a/b.md', true],
  ['a/*.md', 'x/a/b.md', false],
  ['a/*.md', 'a/b/c.md', false],
  ['a/**/c', 'a/c', true],
  ['a/**/c', 'a/b/b/c', true],
  ['a?c', 'abc', true],
  ['a?c', 'ac', false],
  ['**', 'anything/at/all', true],
  ['secrets/**', '\u017fecret\u017f/a', true],
  ['straße.txt', 'STRASSE.TXT', true],
  [`${'*a'.repeat(200)}b`, 'a'.repeat(200), false],
])('the pattern %j names %j: %j', (pattern, path, expected) => {
  expect(matchesGlob(pattern, path.split('/'))).toBe(expected);
});
