import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { Tiktoken } from 'js-tiktoken/lite';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { type Client, makeClient } from '#lib/api/client.ts';
import { startEmbeddingServer } from '#tests/support/embedding-server.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { aim, percentile } from './aims.ts';
import type { BenchResult } from './run.ts';
import { conceptMeanings } from './skills/concept-meanings.ts';
import { heldOutMessages, heldOutOthers } from './skills/held-out.ts';
import { measuredMessages, measuredOthers } from './skills/messages.ts';
import { irrelevantQueries, skillQueries } from './skills/queries.ts';
import { type BenchSkill, skillFile, writeSkills } from './skills/write-skills.ts';

const EDITS = 20;
const POLL_MS = 10;
const DIMENSIONS = 512;

/**
 * Two hundred skills on a server, and messages that share no trigger with the skill they need, by
 * words alone. `metadataShare`: tokens that are always in prompts, of those of all bodies.
 * `fitted…`: of the messages that the matcher was fitted on; `heldOut…`: of paraphrases, half of them in another
 * language than the skill, which words alone seldom find. `embedded…`: the same messages with an embedding server on
 * loopback, which compares meanings of words and is no model of a language.
 */
export default async function skills(): Promise<BenchResult> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'threadloom-bench-skills-'));
  const folder = join(dataFolder, 'skills');
  mkdirSync(folder, { recursive: true });
  const written = writeSkills(folder, { format: 'own' });
  const server = await ServerProcess.start({ dataFolder, databaseUrl: undefined });
  try {
    const client = makeClient({ baseUrl: server.url });
    const messages = pairsOf(measuredMessages);
    assertNoTriggers(messages, written);
    const found = await measure(client, messages);
    const others = await measure(client, othersOf(measuredOthers));
    const fitted = await measure(client, pairsOf(skillQueries));
    const fittedOthers = await measure(client, othersOf(irrelevantQueries));
    const heldOut = pairsOf(heldOutMessages);
    assertNoTriggers(heldOut, written);
    const foundHeldOut = await measure(client, heldOut);
    const heldOutActive = await measure(client, othersOf(heldOutOthers));
    const reloads = await measureReloads(client, folder, written);
    const { metadata, bodies } = countTokens(written);
    const embedded = await measureEmbedded(messages, heldOut);
    return {
      name: 'skills',
      aims: [
        aim('top1', found.right / messages.length, { atLeast: 0.85 }),
        aim('falseActive', others.active / linesOf(measuredOthers).length, { atMost: 0.03 }),
        aim('metadataShare', metadata / bodies, { atMost: 0.05 }),
        aim('reloadMs', percentile(reloads, 0.95), { atMost: 300 }),
      ],
      skills: written.length,
      messages: messages.length,
      others: linesOf(measuredOthers).length,
      fittedTop1: fitted.right / linesOf(skillQueries).length,
      fittedFalseActive: fittedOthers.active / linesOf(irrelevantQueries).length,
      heldOutTop1: foundHeldOut.right / heldOut.length,
      heldOutWrongActive: (foundHeldOut.active - foundHeldOut.right) / heldOut.length,
      heldOutFalseActive: heldOutActive.active / linesOf(heldOutOthers).length,
      ...embedded,
      ranked1: found.ranked / messages.length,
      wrongActive: (found.active - found.right) / messages.length,
      matchP95Ms: percentile(found.times, 0.95),
      tokensAlways: metadata,
      tokensOfBodies: bodies,
    };
  } finally {
    await server.end();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

async function measureEmbedded(messages: readonly [string, string][], heldOut: readonly [string, string][]) {
  const embeddings = await startEmbeddingServer({ dimensions: DIMENSIONS, meanings: conceptMeanings() });
  const dataFolder = mkdtempSync(join(tmpdir(), 'threadloom-bench-skills-'));
  const folder = join(dataFolder, 'skills');
  mkdirSync(folder, { recursive: true });
  writeSkills(folder, { format: 'own' });
  const config = `knowledge: { embeddings: { bench: { base_url: "${embeddings.url}", model: concepts } } }`;
  const server = await ServerProcess.start({ dataFolder, databaseUrl: undefined, config });
  try {
    const client = makeClient({ baseUrl: server.url });
    const found = await measure(client, messages);
    const others = await measure(client, othersOf(measuredOthers));
    const foundHeldOut = await measure(client, heldOut);
    const heldOutActive = await measure(client, othersOf(heldOutOthers));
    return {
      embeddedTop1: found.right / messages.length,
      embeddedFalseActive: others.active / linesOf(measuredOthers).length,
      embeddedHeldOutTop1: foundHeldOut.right / heldOut.length,
      embeddedHeldOutRanked1: foundHeldOut.ranked / heldOut.length,
      embeddedHeldOutWrongActive: (foundHeldOut.active - foundHeldOut.right) / heldOut.length,
      embeddedHeldOutFalseActive: heldOutActive.active / linesOf(heldOutOthers).length,
    };
  } finally {
    await server.end();
    await embeddings.close();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

function pairsOf(text: string): [string, string][] {
  return linesOf(text).map((line) => line.split('|') as [string, string]);
}

function othersOf(text: string): [string, string][] {
  return linesOf(text).map((message) => ['', message]);
}

function linesOf(text: string): string[] {
  return text.trim().split('\n');
}

/** A trigger would decide by itself what is measured here. */
function assertNoTriggers(messages: readonly (readonly [string, string])[], written: readonly BenchSkill[]): void {
  for (const [name, message] of messages) {
    const skill = written.find((one) => one.name === name);
    if (!skill) throw new Error(`There is no skill ${name}`);
    const trigger = skill.triggers.find((one) => message.toLowerCase().includes(one.toLowerCase()));
    if (trigger !== undefined) throw new Error(`The message for ${name} has its trigger ${trigger}`);
  }
}

async function measure(client: Client, messages: readonly (readonly [string, string])[]) {
  const times: number[] = [];
  let [right, ranked, active] = [0, 0, 0];
  for (const [name, message] of messages) {
    const startedAt = performance.now();
    const answer = await client.matchSkills({ body: { message } });
    times.push(performance.now() - startedAt);
    if (answer.active !== null) active++;
    if (answer.active === name) right++;
    if (answer.items[0]?.name === name) ranked++;
  }
  return { times, right, ranked, active };
}

/** Until a message of a word that only the new description has finds the skill. */
async function measureReloads(client: Client, folder: string, written: readonly BenchSkill[]): Promise<number[]> {
  const times: number[] = [];
  for (let edit = 0; edit < EDITS; edit++) {
    const skill = written[(edit * 7) % written.length] as BenchSkill;
    const word = `zylophon${String.fromCharCode(97 + edit)}qua`;
    const startedAt = performance.now();
    const changed = { ...skill, description: `Tunes every ${word} of an orchestra` };
    writeFileSync(join(folder, skill.name, 'SKILL.md'), skillFile(changed, 'own'));
    for (;;) {
      const { items } = await client.matchSkills({ body: { message: `tune the ${word}` } });
      if (items[0]?.name === skill.name) break;
      await wait(POLL_MS);
    }
    times.push(performance.now() - startedAt);
    writeFileSync(join(folder, skill.name, 'SKILL.md'), skillFile(skill, 'own'));
  }
  return times;
}

function countTokens(written: readonly BenchSkill[]): { metadata: number; bodies: number } {
  const tokenizer = new Tiktoken(o200k);
  const count = (text: string) => tokenizer.encode(text).length;
  let [metadata, bodies] = [0, 0];
  for (const skill of written) {
    metadata += count(`- ${skill.name}: ${skill.description}`);
    bodies += count(skillFile(skill, 'own').split('\n---\n')[1] ?? '');
  }
  return { metadata, bodies };
}
