import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { systemClock } from '#server/process/system-clock.ts';
import { SkillFolder } from '#server/skills/skill-folder.ts';
import { SkillService } from '#server/skills/skill-service.ts';

/** Skills of a folder with these files, which ends with the test. The clock can be moved, so that edits are seen. */
export async function openSkillFiles(files: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'threadloom-skills-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const put = async (path: string, content: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  };
  for (const [path, content] of Object.entries(files)) await put(path, content);
  let movedMs = 0;
  const clock = { now: () => systemClock.now() + movedMs };
  const later = () => {
    movedMs += 10_000;
  };
  const skills = new SkillService({ folders: [new SkillFolder({ folder, now: clock.now })], clock });
  return { folder, put, later, skills };
}
