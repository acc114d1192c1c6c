import type { PublicEvent } from '#lib/run/public-event.ts';
import { printable, type Terminal } from '../terminal.ts';

/** What a run asks, with what is to be decided on. */
export type Question = Extract<PublicEvent, { type: 'confirm_required' }>;

export type Answer = { readonly actionId: string; readonly isConfirmed: boolean; readonly comment?: string };

/** @returns undefined when the input ends or the signal aborts */
export async function askPerson(
  questions: readonly Question[],
  { terminal, signal }: { terminal: Terminal; signal: AbortSignal },
): Promise<Answer[] | undefined> {
  const answers: Answer[] = [];
  for (const question of questions) {
    terminal.err(describeQuestion(question, terminal));
    const answer = await askOne(question.actionId, { terminal, signal });
    if (!answer) return undefined;
    answers.push(answer);
  }
  return answers;
}

async function askOne(
  actionId: string,
  { terminal, signal }: { terminal: Terminal; signal: AbortSignal },
): Promise<Answer | undefined> {
  for (;;) {
    const line = await terminal.ask?.('Approve? y or n, and why if you like: ', signal);
    if (line === undefined) return undefined;
    const [before = '', choice = ''] = /^\s*(y|yes|n|no)\b[\s,:;.-]*/i.exec(line) ?? [];
    if (choice === '') continue;
    const comment = line.slice(before.length).trim();
    return { actionId, isConfirmed: choice.toLowerCase().startsWith('y'), ...(comment !== '' && { comment }) };
  }
}

function describeQuestion({ nodeId, kind, tool, description, args, fixed, parent }: Question, { paint }: Terminal): string {
  const asker = parent ? `${nodeId} (${parent.agent})` : nodeId;
  const value = typeof args === 'string' ? args : JSON.stringify(args, null, 2);
  const lines = [
    ...(kind === 'value' ? [] : [tool]),
    ...(value === undefined ? [] : value.split('\n')),
    ...(fixed ? [`Fixed, of ${fixed.tool}:`, ...JSON.stringify(fixed.args, null, 2).split('\n')] : []),
  ];
  const shown = lines.map((line) => `    ${printable(line)}\n`).join('');
  return `\n${paint('yellow', '◇')} ${printable(asker)} asks: ${printable(description)}\n${shown}`;
}
