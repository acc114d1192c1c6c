import { createServer } from 'node:http';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { SkillFiles } from '#components/pages/skills/skill-files.tsx';
import type { SkillDetailResource } from '#lib/api/skills.contract.ts';
import { until } from '#tests/support/eventually.ts';
import { openPage } from '#tests/support/mounted-part.tsx';
import { skillDetail } from '#tests/support/skill-detail.ts';

const skill: SkillDetailResource = { ...skillDetail, files: [] };
/** Binary files, which need no editor. */
const server = createServer(({ method, url = '' }, response) => {
  const path = new URL(url, 'http://127.0.0.1').searchParams.get('path');
  const file = { path, sizeBytes: 1, text: null, base64: 'AA==' };
  response.setHeader('content-type', 'application/json').end(JSON.stringify(method === 'GET' ? file : skill));
});
const page = openPage(server);

function Files() {
  const [paths, setPaths] = useState(['SKILL.md']);
  const [path, setPath] = useState('SKILL.md');
  const files = paths.map((path) => ({ path, sizeBytes: 1 }));
  const onChanged = async () => setPaths(paths.length === 1 ? ['SKILL.md', 'references/a'] : ['SKILL.md']);
  return <SkillFiles skill={{ ...skill, files }} path={path} onPath={setPath} onChanged={onChanged} />;
}

const buttonNamed = (name: string) => [...document.querySelectorAll('button')].find((one) => one.textContent === name);
const focused = () => document.activeElement?.getAttribute('data-file') ?? document.activeElement?.textContent;

async function press(name: string): Promise<void> {
  buttonNamed(name)?.focus();
  await page.click(buttonNamed(name));
}

test('the focus goes to the file that was added, back to its button, or to the file shown after a deletion', async () => {
  const main = await page.mount(<Files />, 'en');
  await press('Add file');
  await press('Cancel');
  expect(focused()).toBe('Add file');
  await press('Add file');
  page.type(main.querySelector('form input'), 'references/a');
  page.submit(main.querySelector('form'));
  await until(() => main.querySelector('form') === null);
  expect(focused()).toBe('references/a');
  await press('Delete file');
  await until(() => main.querySelectorAll('[data-file]').length === 1);
  expect(focused()).toBe('SKILL.md');
});
