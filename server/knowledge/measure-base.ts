import { elapsedTime } from '#lib/async/elapsed-time.ts';
import type { RetrievalMode } from '#lib/ports/knowledge.ts';
import type { MeteredRequest } from '#lib/ports/model-meter.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { Clock } from '#lib/ports/runtime.ts';
import type { KnowledgeQuestionRow } from '../db/stores/knowledge/question-store.ts';
import type { KnowledgeService } from './knowledge-service.ts';

export const MAX_QUESTIONS = 500;

type Measure = MeteredRequest & {
  readonly workspaceId: WorkspaceId;
  readonly baseId: string;
  readonly name: string;
  readonly mode: RetrievalMode | undefined;
  /** How many passages of each search are looked through. */
  readonly limit: number;
  readonly clock: Pick<Clock, 'now'>;
};
type Answered = Pick<KnowledgeQuestionRow, 'question' | 'documentKey' | 'excerpt'> & {
  readonly rank: number | null;
  readonly best: string | null;
};

/** Searches every stored question of a base, one after another, and looks where its passage was found. */
export async function measureBase(
  knowledge: KnowledgeService,
  { baseId, name, workspaceId, mode, limit, clock, ...request }: Measure,
) {
  const questions = await knowledge.questions.list(baseId, MAX_QUESTIONS);
  const items: Answered[] = [];
  const durations: number[] = [];
  let used: RetrievalMode | null = null;
  for (const { question, documentKey, excerpt } of questions) {
    const elapsed = elapsedTime(clock);
    const { passages, retrieval } = await knowledge.search(workspaceId, { base: name, query: question, limit, mode }, request);
    durations.push(elapsed());
    used = retrieval.mode;
    const wanted = excerpt === null ? undefined : plain(excerpt);
    const rank = passages.findIndex(
      ({ key, text }) => key === documentKey && (wanted === undefined || plain(text).includes(wanted)),
    );
    items.push({ question, documentKey, excerpt, rank: rank < 0 ? null : rank + 1, best: passages[0]?.title ?? null });
  }
  const found = items.filter(({ rank }) => rank !== null).length;
  const sorted = durations.toSorted((a, b) => a - b);
  return {
    recall: items.length === 0 ? null : found / items.length,
    mode: used,
    p95Ms: sorted[Math.ceil(sorted.length * 0.95) - 1] ?? null,
    items,
  };
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().toLowerCase();
}
