import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SkillFolder } from './skill-folder.ts';

const text = (name: string, description = 'Does it') => `---\nname: ${name}\ndescription: ${description}\n---\nBody`;

async function openFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'threadloom-skills-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  let now = 0;
  const later = () => {
    now += 1000;
  };
  const put = async (path: string, content: string) => {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), content);
  };
  return { folder, put, later, skills: new SkillFolder({ folder, now: () => now }) };
}

test('skills are read again once a file changed, and are the same objects until then', async () => {
  const { put, later, skills } = await openFolder();
  expect(await skills.list()).toEqual([]);
  await put('one/SKILL.md', text('one'));
  await put('one/references/a.md', 'A');
  await put('no-skill/README.md', 'x');
  later();
  const first = await skills.list();
  expect(first.map(({ name, files }) => [name, files.map(({ path }) => path)])).toEqual([
    ['one', ['references/a.md', 'SKILL.md']],
  ]);
  later();
  expect(await skills.list()).toBe(first);
  await put('one/SKILL.md', text('one', 'Does something else'));
  await put('two/SKILL.md', text('two'));
  later();
  const second = await skills.list();
  expect(second.map(({ skill }) => skill?.text.description)).toEqual(['Does something else', 'Does it']);
  expect((await skills.read('one', 'references/a.md'))?.toString()).toBe('A');
});

test('links and hidden files are no files of a skill, and nothing outside is read', async () => {
  const { folder, put, later, skills } = await openFolder();
  await put('secret.txt', 'secret');
  await put('one/SKILL.md', text('one'));
  await put('one/.env', 'KEY=1');
  await symlink(join(folder, 'secret.txt'), join(folder, 'one', 'link.md'));
  await symlink(folder, join(folder, 'one', 'all'));
  await symlink(join(folder, 'one'), join(folder, 'linked'));
  later();
  const [one, ...others] = await skills.list();
  expect(others).toEqual([]);
  expect(one?.files.map(({ path }) => path)).toEqual(['SKILL.md']);
  for (const path of ['link.md', 'all/secret.txt', '../secret.txt', '.env'])
    expect(await skills.read('one', path)).toBeUndefined();
});
