import { exportSession } from '#lib/api/sessions.contract.ts';
import { branchOf } from '#lib/run/session-branch.ts';
import type { SessionRow, SessionTurn } from '../../../db/repositories/session-repository.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadSession, toSession, toTurn } from '../../resources/session-resource.ts';

export const exportSessionHandler = defineHandler(
  exportSession,
  async ({ params: { id }, query: { format }, repos, endpoint, language }) => {
    const session = await loadSession(id, { repos, endpoint });
    const turns = await repos.sessions.turns(session);
    const isMarkdown = format === 'markdown';
    const whole = { ...toSession(session), turns: turns.map((turn) => toTurn(turn, { endpoint, language })) };
    const content = Buffer.from(isMarkdown ? toMarkdown(session, turns) : `${JSON.stringify(whole, null, 2)}\n`);
    return {
      file: {
        name: `${id}.${isMarkdown ? 'md' : 'json'}`,
        mediaType: isMarkdown ? 'text/markdown' : 'application/json',
        sizeBytes: content.length,
        etag: `"${id}-${session.updatedAt.getTime()}-${turns.length}-${format}"`,
        isInline: false,
        async *read({ start, end }) {
          yield content.subarray(start, end);
        },
      },
    };
  },
);

function toMarkdown({ title, name, headRunId }: SessionRow, turns: readonly SessionTurn[]): string {
  const said = branchOf(turns, headRunId).flatMap(({ message, answer, status, createdAt }) => [
    `## ${createdAt.toISOString()}`,
    ...(message === '' ? [] : [quote(message)]),
    answer || `*${status}*`,
  ]);
  return `${[`# ${title || name}`, ...said].join('\n\n')}\n`;
}

function quote(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}
