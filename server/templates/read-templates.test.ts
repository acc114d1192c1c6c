import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readTemplates } from './read-templates.ts';

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-templates-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const workflow = (name: string) =>
  JSON.stringify({ format: 'threadloom/workflow@1', name, description: `About ${name}`, settings: {}, nodes: [], edges: [] });

test('every template that is shipped is a workflow with a name and a description', async () => {
  const templates = await readTemplates(join(import.meta.dirname, '../../templates'));
  expect(templates.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['fetch-and-summarise', 'hello', 'parallel-review', 'triage']),
  );
  for (const { name, description, workflow } of templates) {
    expect([name, description]).toEqual([workflow.name, expect.stringMatching(/\S.+\.$/)]);
  }
});

test('templates are sorted by id, and other files are ignored', async () => {
  const folder = folderWith({
    'b.workflow.json': workflow('B'),
    'a.workflow.json': workflow('A'),
    'README.md': '#',
    'notes.json': '[',
  });
  expect(await readTemplates(folder)).toMatchObject([
    { id: 'a', name: 'A', description: 'About A' },
    { id: 'b', name: 'B' },
  ]);
});

test('a file that is not a workflow is named', async () => {
  await expect(readTemplates(folderWith({ 'broken.workflow.json': '{' }))).rejects.toMatchObject({
    code: 'workflow-invalid',
    message: expect.stringContaining('broken.workflow.json is not JSON'),
  });
  await expect(readTemplates(folderWith({ 'other.workflow.json': '{"nodes":[]}' }))).rejects.toThrow(
    /other\.workflow\.json is no workflow[\s\S]*format/,
  );
});

test('a folder that is not there is named', async () => {
  await expect(readTemplates('/nowhere/templates')).rejects.toMatchObject({
    code: 'config-invalid',
    message: expect.stringContaining('/nowhere/templates'),
  });
});
