import { leaveIn, type ReferenceSession } from '#engine/reference/reference-session.ts';
import { scopeOfSession, sessionStateSchema } from '#lib/run/session-state.ts';
import { initialValue, sessionValue } from '#lib/workflow/session-settings.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import {
  canonical,
  compareRun,
  countEnds,
  type EndTally,
  expectedOf,
  racesIn,
  runInEngine,
  succeededIn,
} from './compare-with-reference.ts';
import { RandomSource } from './random-source.ts';
import { randomWorkflow } from './random-workflow.ts';

/**
 * Runs several random workflows as the turns of one session, in the engine and in the reference: variables and
 * conversations last from turn to turn, whatever the document of a turn is.
 * @returns differences, each with its turn
 */
export async function compareSession(seed: number, tally?: EndTally): Promise<string[]> {
  const random = new RandomSource(seed);
  let stored: string | null = null;
  let session: ReferenceSession | undefined;
  // The same document twice or more, so that conversations continue; then another one.
  const seeds = [seed, seed, ...Array.from({ length: 1 + random.below(2) }, () => (random.chance(0.5) ? seed : seed + 1))];
  for (const [index, at] of seeds.entries()) {
    const workflow = randomWorkflow(at, { inSession: true });
    const before = session ?? newSession(workflow);
    const given: ReferenceSession = { ...before, value: { ...before.value, turn: index + 1, messages: [] } };
    const ran = await runInEngine(workflow, { state: stored });
    if (tally) countEnds(ran.events, workflow, tally);
    const expected = await expectedOf(workflow, { races: racesIn(ran.events), session: given });
    let after = given;
    for (const path of succeededIn(ran.events)) after = leaveIn(after, expected.get(path) ?? {});
    const problems = [...compareRun(ran, expected, workflow), ...compareState(ran.state, after, workflow)];
    if (problems.length > 0) return problems.map((problem) => `turn ${index + 1}: ${problem}`);
    session = after;
    stored = ran.state;
  }
  return [];
}

function newSession({ settings }: Workflow): ReferenceSession {
  const variables = settings.session?.variables ?? [];
  const value = Object.fromEntries(variables.map((variable) => [variable.name, initialValue(variable)]));
  return { variables, value, conversations: {} };
}

function compareState(stored: string | null, { value, conversations }: ReferenceSession, { settings }: Workflow): string[] {
  const state = sessionStateSchema.parse(JSON.parse(stored ?? 'null'));
  const got = { ...sessionValue(state, settings.session ?? {}, ''), messages: [] };
  const gotConversations = scopeOfSession(state, '').conversations;
  const problems: string[] = [];
  if (canonical(got) !== canonical(value)) problems.push(`the session has ${canonical(got)}, should have ${canonical(value)}`);
  if (canonical(gotConversations) !== canonical(conversations))
    problems.push(`the conversations are ${canonical(gotConversations)}, should be ${canonical(conversations)}`);
  return problems;
}
