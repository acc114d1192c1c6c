import { createHash } from 'node:crypto';
import { exportSession, type SessionTurnResource } from '#lib/api/sessions.contract.ts';
import { branchOf } from '#lib/run/session-branch.ts';
import type { SessionRow } from '../../../db/repositories/session-repository.ts';
import { loadTurns } from '../../chat/load-turns.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadSession, toSession } from '../../resources/session-resource.ts';

export const exportSessionHandler = defineHandler(exportSession, async ({ params: { id }, query: { format }, ...context }) => {
  const { repos, endpoint } = context;
  const session = await loadSession(id, { repos, endpoint });
  const turns = await loadTurns(session, context);
  const isMarkdown = format === 'markdown';
  const whole = { ...toSession(session), turns };
  const content = Buffer.from(isMarkdown ? toMarkdown(session, turns) : `${JSON.stringify(whole, null, 2)}\n`);
  return {
    file: {
      name: `${id}.${isMarkdown ? 'md' : 'json'}`,
      mediaType: isMarkdown ? 'text/markdown' : 'application/json',
      sizeBytes: content.length,
      etag: createHash('sha256').update(content).digest('base64url'),
      isInline: false,
      async *read({ start, end }) {
        yield content.subarray(start, end);
      },
    },
  };
});

function toMarkdown({ title, name, headRunId }: SessionRow, turns: readonly SessionTurnResource[]): string {
  const said = branchOf(turns, headRunId).flatMap(({ message, answer, status, createdAt, artifacts }) => [
    `## ${createdAt}`,
    ...(message === '' ? [] : [quote(message)]),
    answer || `*${status}*`,
    ...artifacts.map(({ name, artifactId }) => `- ${name} (\`${artifactId}\`)`),
  ]);
  return `${[`# ${title || name}`, ...said].join('\n\n')}\n`;
}

function quote(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}
