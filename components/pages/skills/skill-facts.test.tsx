import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { SkillFacts } from '#components/pages/skills/skill-facts.tsx';
import { until } from '#tests/support/eventually.ts';
import { openPage } from '#tests/support/mounted-part.tsx';
import { skillDetail } from '#tests/support/skill-detail.ts';

const text = '---\nname: tables\n---\n\n# Use\n\n- Name each **column**.\n';
const server = createServer((_, response) => {
  response
    .setHeader('content-type', 'application/json')
    .end(JSON.stringify({ path: 'SKILL.md', sizeBytes: 1, text, base64: null }));
});
const page = openPage(server);

test('instructions are read as they are meant, and one button leads to the file', async () => {
  const opened: string[] = [];
  const main = await page.mount(<SkillFacts skill={skillDetail} onEdit={(path) => opened.push(path)} />, 'en');
  await until(() => main.querySelector('[data-part="rendered"] li') !== null);
  expect(main.querySelector('[data-part="rendered"]')?.textContent?.trim()).toBe('Use\n\nName each column.');
  expect(main.querySelector('[data-part="rendered"] strong')?.textContent).toBe('column');
  await page.click([...main.querySelectorAll('button')].find((button) => button.textContent === 'Edit'));
  expect(opened).toEqual(['SKILL.md']);
});
