import { answerId, type GraphAnswer } from '../../../langgraph/graph-objects.ts';
import type { HandlerContext } from '../../handler-kit/define-handler.ts';
import { readRunLog } from '../../runs/read-run-log.ts';

/** The answer of a run without approvals. */
export function wholeAnswer(runId: string, text: string | null): GraphAnswer[] {
  return text === null ? [] : [{ id: answerId(runId), text }];
}

type Answers = {
  readonly answers: GraphAnswer[];
  /** The last event before the answer that comes next; 0 for the first one. */
  readonly afterSeq: number;
};

/**
 * The answers of a run that may have waited for a person: what its `reply` nodes said before each wait, and after
 * the last one. Each is a message of its own, as in a graph that was interrupted.
 * @param whole the answer of all parts together; null while the run has not ended
 */
export async function readAnswers(
  runId: string,
  whole: string | null,
  { repos }: Pick<HandlerContext, 'repos'>,
): Promise<Answers> {
  const parts: { afterSeq: number; replies: string[] }[] = [{ afterSeq: 0, replies: [] }];
  const log = readRunLog(repos.runs, { runId, isWanted: ({ type }) => type === 'reply' || type === 'done' });
  for await (const event of log) {
    if (event.type === 'reply') parts.at(-1)?.replies.push(event.content);
    if (event.type === 'done' && event.status === 'waiting' && (event.approvals?.length ?? 0) > 0)
      parts.push({ afterSeq: event.seq, replies: [] });
  }
  const said = parts.filter(({ replies }) => replies.length > 0);
  const afterSeq = said.length === 0 ? 0 : (parts.at(-1)?.afterSeq ?? 0);
  if (said.length === 0) return { answers: wholeAnswer(runId, whole), afterSeq };
  const answers = said.map((part, index) => ({
    id: answerId(runId, index === 0 ? 0 : part.afterSeq),
    text: part.replies.join('\n\n'),
  }));
  return { answers, afterSeq };
}
