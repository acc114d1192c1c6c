import { expect, test } from 'vitest';
import type { UsableSkill } from '#lib/ports/skills.ts';
import { startEmbeddingServer } from '#tests/support/embedding-server.ts';
import { freeRequest } from '#tests/support/free-meter.ts';
import { makeCompareMeanings } from './compare-meanings.ts';

/** A word that no other text has. */
const wordOf = (index: number) => `quz${[...String(index)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}xo`;

test.each([12, 60, 200])(
  'of %i skills the one that is meant stands out, and for other messages none does by chance',
  async (count) => {
    const server = await startEmbeddingServer({ dimensions: 64 });
    const skills = Array.from({ length: count }, (_, index): UsableSkill => {
      const text = { displayName: wordOf(index), description: `${wordOf(index + 1000)} ${wordOf(index + 2000)}` };
      return { skill: { name: `skill-${index}`, text, translations: {} } as unknown as UsableSkill['skill'], files: [] };
    });
    const embedding = { base_url: server.url, model: 'm', batch_size: 64, query_prefix: '', document_prefix: '', timeout_s: 10 };
    const compare = makeCompareMeanings({
      settings: () => ({ embeddings: { test: embedding }, rerankers: {} }),
      log: { warn: (message) => expect.unreachable(message) },
    });
    const scoresFor = async (message: string) =>
      [...((await compare(message, skills, freeRequest())) ?? [])].sort((a, b) => b[1] - a[1]);
    const [best, second] = await scoresFor(`Please ${wordOf(7)} my ${wordOf(1007)} and ${wordOf(2007)}`);
    expect(best?.[0]).toBe('skill-7');
    expect(best?.[1]).toBeGreaterThan(0.9);
    expect(second?.[1]).toBeLessThan(0.5);
    // Vectors of words that no skill has are as far from all of them as chance has it.
    const highest: number[] = [];
    for (let other = 0; other < 40; other++)
      highest.push((await scoresFor(`${wordOf(5000 + other)} ${wordOf(6000 + other)}`))[0]?.[1] ?? 1);
    expect(highest.filter((score) => score > 0.7).length).toBeLessThanOrEqual(4);
    await server.close();
  },
);

test('vectors of skills are made once for each setting of the embedding model that they depend on', async () => {
  const server = await startEmbeddingServer();
  const skills = ['one', 'two'].map((name): UsableSkill => {
    const text = { displayName: name, description: `What ${name} does` };
    return { skill: { name, text, translations: {} } as unknown as UsableSkill['skill'], files: [] };
  });
  let embedding = { base_url: server.url, model: 'm', batch_size: 64, query_prefix: '', document_prefix: '', timeout_s: 10 };
  const compare = makeCompareMeanings({
    settings: () => ({ embeddings: { test: embedding }, rerankers: {} }),
    log: { warn: (message) => expect.unreachable(message) },
  });
  const textsSent = async () => {
    const before = server.texts.length;
    await compare('A message', skills, freeRequest());
    return server.texts.length - before;
  };
  expect(await textsSent()).toBe(3);
  expect(await textsSent()).toBe(1);
  embedding = { ...embedding, document_prefix: 'passage: ' };
  expect(await textsSent()).toBe(3);
  await server.close();
});
