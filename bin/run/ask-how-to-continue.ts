import type { Terminal } from '../terminal.ts';

/**
 * Asks at the terminal how a run continues from its breakpoints.
 * @returns undefined at the end of input, or to leave it paused
 */
export async function askHowToContinue(
  breakpoints: readonly string[],
  { terminal, signal }: { terminal: Terminal; signal: AbortSignal },
): Promise<{ step: boolean } | undefined> {
  terminal.err(`\n${terminal.paint('yellow', '◇')} The run is paused at ${breakpoints.join(', ')}\n`);
  for (;;) {
    const line = await terminal.ask?.('Enter continues, s runs one node, q quits: ', signal);
    if (line === undefined) return undefined;
    const choice = line.trim().toLowerCase();
    if (choice === 'q') return undefined;
    if (choice === '' || choice === 's') return { step: choice === 's' };
  }
}
