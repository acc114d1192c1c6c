import type { FoundChunk, KnowledgeSearchStore } from '../db/stores/knowledge/search-store.ts';

/** Of one passage with its section. */
const MAX_PASSAGE_CHARS = 3000;
const MAX_NEIGHBOURS = 4;

type Chosen = { readonly chunk: FoundChunk; readonly score: number };
export type ChosenPassage = Chosen & { readonly text: string; readonly chunkIds: readonly string[] };

/** Chunks, in their order, each section as one passage whose score is that of its best chunk. */
export function bySection(chunks: readonly FoundChunk[], scores: ReadonlyMap<string, number>): ChosenPassage[] {
  const sections: FoundChunk[][] = [];
  for (const chunk of chunks) {
    const last = sections.at(-1);
    if (last?.[0]?.documentId === chunk.documentId && last[0].section === chunk.section) last.push(chunk);
    else sections.push([chunk]);
  }
  return sections.flatMap((section) => {
    const [chunk] = section;
    if (!chunk) return [];
    return {
      chunk,
      score: Math.max(...section.map(({ chunkId }) => scores.get(chunkId) ?? 0)),
      text: section.map(({ text }) => text).join('\n\n'),
      chunkIds: section.map(({ chunkId }) => chunkId),
    };
  });
}

/**
 * Chunks with what surrounds them in their section, as far as it fits. Chunks of one passage are one
 * passage, at the place of the best.
 */
export async function withContext(
  chosen: readonly Chosen[],
  { hasContext, store }: { readonly hasContext: boolean; readonly store: Pick<KnowledgeSearchStore, 'neighbours'> },
): Promise<ChosenPassage[]> {
  const alone = ({ chunk, score }: Chosen) => ({ chunk, score, text: chunk.text, chunkIds: [chunk.chunkId] });
  if (!hasContext || chosen.length === 0) return chosen.map(alone);
  const around = await store.neighbours(
    chosen.map(({ chunk }) => chunk),
    MAX_NEIGHBOURS,
  );
  const passages: ChosenPassage[] = [];
  const taken = new Set<string>();
  for (const { chunk, score } of chosen) {
    if (taken.has(chunk.chunkId)) continue;
    const section = around.filter(
      (one) => one.documentId === chunk.documentId && one.section === chunk.section && !taken.has(one.chunkId),
    );
    const own = section.findIndex(({ chunkId }) => chunkId === chunk.chunkId);
    if (own < 0) {
      passages.push(alone({ chunk, score }));
      taken.add(chunk.chunkId);
      continue;
    }
    let [first, last, chars] = [own, own, chunk.text.length];
    // What follows explains more often than what came before.
    for (let isGrowing = true; isGrowing; ) {
      isGrowing = false;
      for (const next of [last + 1, first - 1]) {
        const more = section[next];
        const isAdjacent = more && Math.abs(more.position - (section[next > last ? last : first]?.position ?? 0)) === 1;
        if (!more || !isAdjacent || chars + more.text.length > MAX_PASSAGE_CHARS) continue;
        if (next > last) last = next;
        else first = next;
        chars += more.text.length;
        isGrowing = true;
      }
    }
    const parts = section.slice(first, last + 1);
    for (const { chunkId } of parts) taken.add(chunkId);
    passages.push({
      chunk,
      score,
      text: parts.map(({ text }) => text).join('\n\n'),
      chunkIds: parts.map(({ chunkId }) => chunkId),
    });
  }
  return passages;
}
