import type { Terminal } from '../terminal.ts';

/** Asks whoever sits at the terminal how a run goes on from its breakpoints. @returns undefined when that one went away, or leaves it standing */
export async function askHowToGoOn(
  breakpoints: readonly string[],
  { terminal, signal }: { terminal: Terminal; signal: AbortSignal },
): Promise<{ step: boolean } | undefined> {
  terminal.err(`\n${terminal.paint('yellow', '◇')} The run stands before ${breakpoints.join(', ')}\n`);
  for (;;) {
    const line = await terminal.ask?.('Enter goes on, s goes one node further, q leaves it: ', signal);
    if (line === undefined) return undefined;
    const choice = line.trim().toLowerCase();
    if (choice === 'q') return undefined;
    if (choice === '' || choice === 's') return { step: choice === 's' };
  }
}
