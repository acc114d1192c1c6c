import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { findStaleGenerated } from '#server/db/database/generate-client.ts';

test('the committed entity client matches the schema', async () => {
  expect(await findStaleGenerated()).toEqual([]);
});

test('a schema that was changed without generating is found', async () => {
  const schema = await readFile(new URL('../../prisma/schema.prisma', import.meta.url), 'utf8');
  const stale = await findStaleGenerated({ schema: `${schema}\nmodel Added {\n  id String @id\n}\n` });
  expect(stale).toContain('models/Added.ts');
  expect(stale).toContain('internal/class.ts');
});
