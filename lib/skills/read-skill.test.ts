import { expect, test } from 'vitest';
import { lintSkill } from './lint-skill.ts';
import { readSkill } from './read-skill.ts';
import { skillPath } from './skill-path.ts';

const own = `---
name: deep_research
display_name: Deep research
description: Researches a topic on the web.
version: 1.2.0
allowed_tools: [web_search, read_url]
triggers: [look into, 调研]
max_iterations: 12
timeout: 60
---
# Deep research
## When to use
## Steps
Run \`scripts/queries.py\` and fill [the report](references/report.md).
## Output
`;

test('our format', () => {
  const { skill, problems } = readSkill({
    folder: 'deep_research',
    text: own,
    translations: { 'zh-CN': '---\ndisplay_name: 深度研究\ndescription: 在网上调研\n---\n## 步骤' },
  });
  expect(problems).toEqual([]);
  expect(skill).toMatchObject({
    name: 'deep_research',
    format: 'threadloom',
    version: '1.2.0',
    allowedTools: ['web_search', 'read_url'],
    maxIterations: 12,
    timeoutSeconds: 60,
    isEnabled: true,
    text: { displayName: 'Deep research', triggers: ['look into', '调研'] },
    translations: { 'zh-CN': { displayName: '深度研究', body: '## 步骤' } },
  });
});

test('the public format: tools as a text or a list, version in metadata, unquoted colons, unknown keys', () => {
  const text = `---
name: pdf-forms
description: Fills PDF forms. Use when: a form has to be filled
license: Apache-2.0
metadata:
  version: "2.1.0"
  author: example-org
allowed-tools: Bash(git diff:*, git log:*) Read
---
Body`;
  const { skill, problems } = readSkill({ folder: 'pdf-forms', text });
  expect(skill).toMatchObject({
    format: 'agent-skills',
    version: '2.1.0',
    author: 'example-org',
    allowedTools: ['execute_command', 'read_file'],
    maxIterations: 30,
    timeoutSeconds: 300,
    unknown: { license: 'Apache-2.0' },
    text: { displayName: 'Pdf forms', description: 'Fills PDF forms. Use when: a form has to be filled', body: 'Body' },
  });
  expect(problems.map(({ code }) => code)).toEqual(['front-matter-unquoted']);
  const list = readSkill({ folder: 'a', text: '---\nname: a\ndescription: b\nallowed-tools: [Read, WebFetch]\n---\n' });
  expect(list.skill?.allowedTools).toEqual(['read_file', 'read_url']);
});

test('what cannot be used has an error, what is unusual a warning', () => {
  const codes = (text: string, folder = 'a') =>
    readSkill({ folder, text }).problems.map(({ code, severity }) => `${severity} ${code}`);
  expect(codes('# no front matter')).toEqual(['error front-matter-missing']);
  expect(codes('---\nname: a\n---\n')).toEqual(['error description-missing']);
  expect(codes('---\nname: b\ndescription: x\n---\n')).toEqual(['error name-folder']);
  expect(codes('---\nname: ../b\ndescription: x\n---\n', '../b')).toEqual(['error name-invalid']);
  expect(codes('---\nname: [\ndescription: x\n---\n')).toEqual(['error front-matter-invalid']);
  expect(codes('---\na: &x [1]\nname: *x\ndescription: x\n---\n')[0]).toBe('error front-matter-invalid');
  expect(codes('---\nname: a\ndescription: x\nversion: one\nmax_iterations: 100000\nenabled: maybe\n---\n')).toEqual([
    'warning version-invalid',
    'warning field-invalid',
    'warning field-invalid',
  ]);
});

test('the lint names missing sections, missing files, unknown tools and long texts', () => {
  const { skill } = readSkill({ folder: 'deep_research', text: own });
  if (!skill) throw new Error('It is usable');
  const found = lintSkill(skill, { paths: ['SKILL.md', 'scripts/queries.py'], toolIds: new Set(['web_search']) });
  expect(found.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    'file-missing: The body names references/report.md, which is not in the folder',
    'tool-unknown: There is no tool read_url here',
  ]);
  const long = readSkill({ folder: 'a', text: `---\nname: a\ndescription: x\n---\n# Steps\n${'word '.repeat(5000)}` }).skill;
  expect(long && lintSkill(long, { paths: [] }).map(({ code }) => code)).toEqual([
    'body-long',
    'section-missing',
    'section-missing',
  ]);
});

test('paths stay inside the folder', () => {
  expect([skillPath('references/a b.md'), skillPath('./SKILL.md')]).toEqual(['references/a b.md', 'SKILL.md']);
  for (const path of ['', '../a', 'a/../b', '/etc/passwd', 'a//b', 'C:\\a', '.git/config', 'a\0b', 'a/', 'x'.repeat(300)])
    expect(skillPath(path), path).toBeUndefined();
});
