import { mkdirSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fileOverride } from './file-override.ts';

test('a change that cannot be stored leaves no temporary file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'threadloom-override-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'override.yaml');
  const changing = fileOverride(path).change(() => {
    mkdirSync(path);
    return 'retention_days: 3\n';
  });
  await expect(changing).rejects.toMatchObject({ code: 'data-folder-unusable' });
  expect(await readdir(folder)).toEqual(['override.yaml']);
});
