import { compareForks } from '#tests/support/random/compare-fork.ts';
import { compareSession } from '#tests/support/random/compare-session.ts';
import { compareWithReference, type EndTally } from '#tests/support/random/compare-with-reference.ts';
import { approvalWorkflow, tryApprovals } from '#tests/support/random/random-approvals.ts';
import { randomWorkflow } from '#tests/support/random/random-workflow.ts';
import { aim } from './aims.ts';
import type { BenchOptions, BenchResult } from './run.ts';

/** One of this many workflows is forked, and another one has approvals: those use the whole engine. */
const WORKFLOWS_PER_FORK = 50;
const WORKFLOWS_PER_APPROVALS = 10;
/** One of this many workflows is the first turn of a session of three or four. */
const WORKFLOWS_PER_SESSION = 16;
/** The node types of random workflows. Each must have succeeded in some of them. */
const TYPES = 'probe set template condition switch classifier code merge join map loop parallel workflow llm store wait'.split(
  ' ',
);

/**
 * Runs random workflows in the engine and in the reference executor, and counts the differences.
 * Includes forks, sessions of several turns, and approvals decided in any order, twice or after a
 * timeout, while processes crash. `--count`, `--seed`.
 */
export default async function semantics(options: BenchOptions): Promise<BenchResult> {
  const count = Number(options.count ?? 10_000);
  const seed = Number(options.seed ?? Date.now() % 1_000_000_000);
  const differing: { seed: number; kind: string; problems: string[] }[] = [];
  const tally: EndTally = new Map();
  const tried = { workflows: 0, forks: 0, sessions: 0, approvals: 0 };
  const look = (kind: keyof typeof tried, at: number, problems: string[] | undefined) => {
    if (problems) tried[kind]++;
    if (problems && problems.length > 0) differing.push({ seed: at, kind, problems });
  };
  for (let at = seed; at < seed + count; at++) {
    look('workflows', at, await compareWithReference(randomWorkflow(at), tally));
    if ((at - seed) % WORKFLOWS_PER_FORK === 0) look('forks', at, await compareForks(at));
    if ((at - seed) % WORKFLOWS_PER_SESSION === 0) look('sessions', at, await compareSession(at, tally));
    const asking = (at - seed) % WORKFLOWS_PER_APPROVALS === 0 ? approvalWorkflow(at) : undefined;
    if (asking) look('approvals', at, await tryApprovals(asking, at));
  }
  const untried = TYPES.filter((type) => !tally.has(`${type} succeeded`));
  return {
    name: 'semantics',
    aims: [
      aim('workflows', count, { atLeast: 10_000 }),
      aim('sessions', tried.sessions, { atLeast: 600 }),
      aim('approvals', tried.approvals, { atLeast: 300 }),
      aim('typesUntried', untried.length, { atMost: 0 }),
      aim('differing', differing.length, { atMost: 0 }),
    ],
    ...tried,
    differing: differing.length,
    seed,
    ends: Object.fromEntries([...tally].sort()),
    ...(untried.length > 0 && { untried }),
    ...(differing.length > 0 && { first: differing.slice(0, 5) }),
  };
}
