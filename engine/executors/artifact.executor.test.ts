import { expect, test } from 'vitest';
import artifact from '#nodes/artifact/artifact.node.ts';
import { makeExecutorContext } from '#tests/support/executor-context.ts';
import execute from './artifact.executor.ts';

test.each([
  ['pdf', { content: 'x' }, 'name'],
  ['xlsx', { name: 'Sales' }, 'sheets'],
  ['slide', { slide: { title: 'x' } }, 'artifact'],
  ['slide', { artifact: 'art_1' }, 'slide'],
] as const)('an artifact of the format %s with %j names the missing field %s', async (format, given, field) => {
  const config = artifact.config.parse({ format, ...given });
  const { context } = makeExecutorContext();
  await expect(execute({ config, context })).rejects.toMatchObject({
    code: 'document-not-written',
    message: `An artifact of the format ${format} needs the field ${field}`,
    path: `config.${field}`,
  });
});
