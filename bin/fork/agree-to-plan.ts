import type { RunPlanResource } from '#lib/api/forks.contract.ts';
import { exitCode } from '../exit-code.ts';
import type { Terminal } from '../terminal.ts';
import { describePlan } from './describe-plan.ts';

/**
 * Shows the plan of a partial run and asks for confirmation at the terminal. Without a terminal it
 * continues, unless a side effect would happen again: that needs `--yes`.
 * @returns undefined to continue; else the exit code of a command that has started nothing
 */
export async function agreeToPlan(
  plan: RunPlanResource,
  { yes, terminal }: { yes: boolean; terminal: Pick<Terminal, 'err' | 'ask' | 'paint'> },
): Promise<number | undefined> {
  terminal.err(`${describePlan(plan, terminal)}\n`);
  if (yes) return undefined;
  if (terminal.ask) return (await isWanted(terminal.ask, terminal)) ? undefined : exitCode.cancelled;
  if (!plan.effects.some(({ hasHappened, choice }) => hasHappened && choice === 'redo')) return undefined;
  terminal.err(
    'Nothing was started: what has happened outside would happen once more. Add --yes to do it all the same, or --reuse or --skip for those nodes.\n',
  );
  return exitCode.usage;
}

async function isWanted(ask: NonNullable<Terminal['ask']>, { err }: Pick<Terminal, 'err'>): Promise<boolean> {
  for (;;) {
    const line = await ask('Run this? y or n: ', new AbortController().signal);
    const [, choice] = /^\s*(y|n)(es|o)?\s*$/i.exec(line ?? 'n') ?? [];
    if (choice === undefined) continue;
    const isYes = choice.toLowerCase() === 'y';
    if (!isYes) err('Nothing was started.\n');
    return isYes;
  }
}
