import { expect, test } from 'vitest';
import { AppError } from '#lib/errors/app-error.ts';
import { WORKFLOW_FORMAT } from '#lib/workflow/workflow.ts';
import { FrozenWorkflows } from './frozen-workflows.ts';

/** Documents by hash, each read counted. */
function makeFrozen(documents: Record<string, string>) {
  const reads: string[] = [];
  const readDocument = async (hash: string) => {
    reads.push(hash);
    const document = documents[hash];
    if (document === undefined) throw new AppError('not-found', hash);
    return document;
  };
  return { frozen: new FrozenWorkflows({ store: { readDocument }, nodes: {} }), reads, documents };
}

const documentOf = (name: string) =>
  JSON.stringify({ format: WORKFLOW_FORMAT, name, description: '', settings: {}, nodes: [], edges: [] });

test('a version is read once and stays the same object, also for concurrent readers', async () => {
  const { frozen, reads } = makeFrozen({ a: documentOf('a') });
  const [first, second] = await Promise.all([frozen.get('a'), frozen.get('a')]);
  expect(first).toMatchObject({ name: 'a' });
  expect(second).toBe(first);
  expect(await frozen.get('a')).toBe(first);
  expect(reads).toEqual(['a']);
});

test('a version that could not be read is read again', async () => {
  const { frozen, documents } = makeFrozen({ b: '{"format":"of another build"}' });
  await expect(frozen.get('a')).rejects.toMatchObject({ code: 'not-found' });
  await expect(frozen.get('b')).rejects.toMatchObject({ code: 'workflow-invalid' });
  Object.assign(documents, { a: documentOf('a'), b: documentOf('b') });
  expect([await frozen.get('a'), await frozen.get('b')]).toMatchObject([{ name: 'a' }, { name: 'b' }]);
});

test('of very many versions those used last are kept', async () => {
  const names = Array.from({ length: 201 }, (_, index) => `v${index}`);
  const { frozen, reads } = makeFrozen(Object.fromEntries(names.map((name) => [name, documentOf(name)])));
  for (const name of names.slice(0, 200)) await frozen.get(name);
  await frozen.get('v0');
  await frozen.get('v200');
  await frozen.get('v0');
  expect(reads).toHaveLength(201);
  await frozen.get('v1');
  expect(reads).toHaveLength(202);
});
