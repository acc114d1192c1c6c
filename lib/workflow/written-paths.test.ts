import { expect, test } from 'vitest';
import { WORKFLOW_FORMAT, type Workflow } from './workflow.ts';
import { writtenPaths } from './written-paths.ts';

const workflow = (config: Record<string, unknown>, settings: Workflow['settings'] = {}): Workflow =>
  ({
    format: WORKFLOW_FORMAT,
    name: 'test',
    settings,
    nodes: [{ id: 'a.txt', type: 'tool-call', label: 'b.txt', config }],
    edges: [{ id: 'e', source: 'a.txt', target: 'a.txt' }],
  }) as unknown as Workflow;

test('a path that the author wrote is granted; one that an expression makes, and ids and labels, are not', () => {
  const { paths } = writtenPaths(
    workflow({ file: './docs/plan.pdf', files: { one: ['data.csv'] }, other: 'reports/{{start.x}}.txt' }),
  );
  expect(paths).toEqual(expect.arrayContaining(['docs/plan.pdf', 'data.csv']));
  for (const path of ['reports/{{start.x}}.txt', 'reports', 'a.txt', 'b.txt']) expect(paths).not.toContain(path);
});

test('folders are those of the settings, and those before the wildcards of a glob', () => {
  const folders = (config: Record<string, unknown>, settings?: Workflow['settings']) =>
    writtenPaths(workflow(config, settings)).folders;
  expect(folders({}, { folders: ['/docs/', 'reports/2026'] })).toEqual(['docs', 'reports/2026']);
  expect(folders({}, { folders: ['/'] })).toEqual(['']);
  expect(folders({ glob: 'docs/**' })).toEqual(['docs']);
  // It names all files, which only the settings can grant.
  for (const glob of ['**', '*', '*/a', '{{start.folder}}/**']) expect(folders({ glob })).toEqual([]);
  expect(folders({ text: 'docs/**' })).toEqual([]);
});
