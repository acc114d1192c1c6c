import { expect } from '@playwright/test';
import { startEmbeddingServer } from '#tests/support/embedding-server.ts';
import { expectAccessible } from './accessibility.ts';
import { overflowOf } from './run-page.ts';
import { test } from './watched-test.ts';

test('an embedding model is added, tested, chosen by a base, edited, and removed once no base has it', async ({
  page,
  watch,
}) => {
  watch.expectProblem(/40[04]/);
  const server = await startEmbeddingServer({ dimensions: 8 });
  const name = `e2e-${crypto.randomUUID().slice(0, 8)}`;
  try {
    await page.goto('/models');
    const section = page.getByRole('region', { name: 'Embedding models' });
    await section.getByRole('button', { name: 'Add embedding model' }).click();
    const field = (label: string) => section.getByRole('textbox', { name: new RegExp(`^${label}`) });
    await field('Name').fill('not a name');
    await field('Base URL').fill(server.url);
    await section.getByRole('button', { name: 'Save' }).click();
    await expect(section.getByText('A name holds letters')).toBeVisible();
    await field('Name').fill(name);
    await field('Model').fill('synonyms');
    await section.getByRole('button', { name: 'Save' }).click();
    const row = section.getByRole('listitem').filter({ hasText: name });
    await row.getByRole('button', { name: 'Test' }).click();
    await expect(row.getByText(/Answered 8 numbers in/)).toBeVisible();
    await expectAccessible(page, 'an embedding model');
    await page.setViewportSize({ width: 390, height: 900 });
    expect(await overflowOf(page)).toBe(0);
    await page.setViewportSize({ width: 1280, height: 900 });
    const made = await page.request.post('/api/v1/knowledge', { data: { name, title: name, embedding: name } });
    expect(made.status()).toBe(201);
    const remove = async () => {
      await row.getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    };
    await remove();
    await expect(row).toContainText('uses this embedding model');
    expect((await page.request.delete(`/api/v1/knowledge/${name}`)).status()).toBe(204);
    await remove();
    await expect(row).toHaveCount(0);
  } finally {
    await server.close();
  }
});
