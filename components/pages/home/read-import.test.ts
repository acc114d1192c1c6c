import { expect, test } from 'vitest';
import { makeEmptyWorkflow } from '#components/pages/templates/make-workflow.ts';
import type { Client } from '#lib/api/client.ts';
import { validateWorkflow } from '#lib/workflow/validate-workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { IMPORT_MAX_BYTES, readImport } from './read-import.ts';

/** Answers as the server does, with the same function. */
const client: Pick<Client, 'validateWorkflow'> = {
  validateWorkflow: async (input) => {
    const { valid, errors, warnings } = validateWorkflow(input?.body, nodeRegistry);
    return { valid, errors: [...errors], warnings: [...warnings] };
  },
};
const fileOf = (value: unknown) => new Blob([typeof value === 'string' ? value : JSON.stringify(value)]);

test('a workflow is read completely, also with a byte order mark', async () => {
  const workflow = makeEmptyWorkflow('Letters');
  expect(await readImport(fileOf(workflow), client)).toMatchObject({ status: 'workflow', workflow });
  expect(await readImport(fileOf(`\ufeff${JSON.stringify(workflow)}`), client)).toMatchObject({ status: 'workflow' });
});

test('a draft with errors may be saved, with its problems', async () => {
  const workflow = { ...makeEmptyWorkflow('Letters'), edges: [edgeTo('nowhere')] };
  const read = await readImport(fileOf(workflow), client);
  expect(read.status).toBe('workflow');
  expect(read).toMatchObject({ problems: [{ code: 'edge-dangling' }] });
});

test('a file that is no workflow has its problems and nothing to save', async () => {
  const read = await readImport(fileOf({ name: 'Letters', nodes: [{ id: 'A' }] }), client);
  expect(read.status).toBe('no-workflow');
  expect('problems' in read && read.problems.length).toBeGreaterThan(0);
  expect(read).not.toHaveProperty('workflow');
});

test('a file without description and settings has their defaults', async () => {
  const { description, settings, ...rest } = makeEmptyWorkflow('Letters');
  expect(await readImport(fileOf(rest), client)).toMatchObject({
    status: 'workflow',
    workflow: { ...rest, description: '', settings: {} },
    problems: [],
  });
});

test('a file of another product is refused by its name', async () => {
  expect(await readImport(fileOf({ nodes: [], connections: {} }), client)).toEqual({ status: 'foreign', product: 'n8n' });
  const dify = 'app:\n  mode: workflow\nkind: app\nversion: 0.3\n';
  expect(await readImport(fileOf(dify), client)).toEqual({ status: 'foreign', product: 'Dify' });
});

test('a document of a newer format is not imported', async () => {
  const read = await readImport(fileOf({ ...makeEmptyWorkflow('x'), format: 'threadloom/workflow@9' }), client);
  expect(read).toMatchObject({ status: 'no-workflow', problems: [{ code: 'format-newer' }] });
});

test('invalid JSON has the position of its error', async () => {
  expect(await readImport(fileOf('{ "name": '), client)).toMatchObject({
    status: 'not-json',
    reason: expect.stringContaining('JSON'),
  });
});

test('a file that is too large is not even read', async () => {
  expect(await readImport(new Blob([new Uint8Array(IMPORT_MAX_BYTES + 1)]), client)).toEqual({ status: 'too-large' });
});

function edgeTo(target: string) {
  return { id: `start-${target}`, source: 'start', sourceHandle: 'out', target, targetHandle: 'in' };
}
