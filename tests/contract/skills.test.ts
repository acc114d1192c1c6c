import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { validate } from 'skills-ref';
import { expect, onTestFinished, test } from 'vitest';
import { toolRegistry } from '#tools/registry.gen.ts';
import { writeSkills } from '../../bench/skills/write-skills.ts';
import { lintSkillFolder, scaffoldSkill } from '../../lib/dev/new-skill.ts';
import { readSkill } from '../../lib/skills/read-skill.ts';
import { SkillFolder } from '../../server/skills/skill-folder.ts';

const shipped = fileURLToPath(new URL('../../skills', import.meta.url));

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-skills-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('shipped skills have no problem, exist in Chinese, and name tools that there are', async () => {
  expect(lintSkillFolder(shipped)).toEqual([]);
  const stored = await new SkillFolder({ folder: shipped, now: Date.now }).list();
  expect(stored.map(({ name }) => name)).toContain('deep_research');
  for (const { skill } of stored) {
    expect(Object.keys(skill?.translations ?? {}), skill?.name).toEqual(['zh-CN']);
    expect((skill?.allowedTools ?? []).filter((id) => !Object.hasOwn(toolRegistry, id))).toEqual([]);
  }
});

test('two hundred skills in the public format are valid for its reference implementation, and load without a warning', async () => {
  const folder = makeFolder();
  const written = writeSkills(folder, { format: 'public' });
  expect(written).toHaveLength(200);
  for (const { name } of written) expect(await validate(join(folder, name)), name).toEqual([]);
  const stored = await new SkillFolder({ folder, now: Date.now }).list();
  expect(stored.flatMap(({ problems }) => problems)).toEqual([]);
  expect(new Set(stored.map(({ skill }) => skill?.format))).toEqual(new Set(['agent-skills']));
});

test('what the reference implementation refuses is an error or a warning here', async () => {
  const folder = makeFolder();
  const cases: Readonly<Record<string, string>> = {
    'no-description': '---\nname: no-description\n---\n',
    'other-name': '---\nname: another-name\ndescription: x\n---\n',
    under_score: '---\nname: under_score\ndescription: x\n---\n',
    'too-long': `---\nname: too-long\ndescription: ${'x'.repeat(1100)}\n---\n`,
    'no-front-matter': '# Body',
  };
  for (const [name, text] of Object.entries(cases)) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'SKILL.md'), text);
    const refused = await validate(join(folder, name));
    expect([refused.length > 0, readSkill({ folder: name, text }).problems.length > 0], name).toEqual([true, true]);
  }
});

test('a new skill has nothing to complain about, and is not made twice', () => {
  const folder = makeFolder();
  expect(scaffoldSkill(folder, 'my_skill')).toHaveLength(4);
  expect(lintSkillFolder(folder)).toEqual([]);
  expect(() => scaffoldSkill(folder, 'my_skill')).toThrow('exists already');
  for (const name of ['', 'My Skill', '../x', 'a'.repeat(65)])
    expect(() => scaffoldSkill(folder, name)).toThrow('no name of a skill');
});
