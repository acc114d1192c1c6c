import type { MemoryChange } from '#lib/run/memory.ts';
import { type Citation, CitationList, citedNumbers } from '#lib/text/citation.ts';
import type { ToolResult } from '#lib/tools/tool-result.ts';

/** Of an agent that cites nothing. */
const MAX_UNCITED = 20;

/**
 * What the tool calls of a conversation found besides their data: sources, which get numbers that
 * the model cites, and changes of the memory. The same whenever the node runs again.
 */
export class ToolFindings {
  readonly #sources: CitationList;
  readonly #changes: MemoryChange[] = [];

  constructor(known: readonly Citation[] = []) {
    this.#sources = new CitationList(known);
  }

  /** All numbered sources of the conversation. */
  get citations(): readonly Citation[] {
    return this.#sources.all;
  }

  /** What the calls wrote into the memory of the run, in order. */
  get memoryChanges(): readonly MemoryChange[] {
    return this.#changes;
  }

  /** The sources that a text cites; what it cites without a source is no citation. */
  citedBy(text: string): Citation[] {
    const cited = new Set(citedNumbers(text));
    return this.#sources.all.filter(({ index }) => cited.has(index));
  }

  /** The results as the model gets them: with numbers for their sources. */
  take(results: readonly ToolResult[]): ToolResult[] {
    return results.map((result) => {
      if (result.status !== 'success') return result;
      if (result.memory) this.#changes.push(result.memory);
      if (result.citations) return this.#renumbered(result, result.citations);
      const numbers = new Map<string, string>();
      for (const source of result.sources ?? []) {
        const number = this.#sources.add(source);
        if (number !== undefined) numbers.set(source.url, `[${number}]`);
      }
      return numbers.size === 0 ? result : { ...result, data: withNumbers(result.data, Object.fromEntries(numbers)) };
    });
  }

  /** An agent numbers its sources from 1, as its caller does: its texts get the caller's numbers. */
  #renumbered(result: ToolResult, citations: readonly Citation[]): ToolResult {
    const numbers = new Map<number, number>();
    for (const citation of citations) {
      const number = this.#sources.add(citation);
      if (number !== undefined) numbers.set(citation.index, number);
    }
    const data = renumber(result.data, numbers) as ToolResult['data'];
    const listed = citations.flatMap((citation) => {
      const index = numbers.get(citation.index);
      return index === undefined ? [] : [{ ...citation, index }];
    });
    const hasList = typeof data === 'object' && data !== null && 'citations' in data;
    return { ...result, data: hasList ? { ...data, citations: listed as object as ToolResult['data'] } : data };
  }
}

/** The sources of an agent's result: those it cites, or what it read where it cites nothing. */
export function citationsOfResult(output: unknown, all: readonly Citation[]): Citation[] {
  const cited = new Set(textsIn(output).flatMap(citedNumbers));
  const used = all.filter(({ index }) => cited.has(index));
  return used.length > 0 ? used : all.slice(0, MAX_UNCITED);
}

/** In JSON a list of numbers would read as a citation. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Every `[n]` in the texts of a value, by the new number; one without a new number goes. */
function renumber(value: unknown, numbers: ReadonlyMap<number, number>): unknown {
  if (typeof value === 'string')
    return value.replaceAll(/\[(\d{1,3}(?:,\s?\d{1,3}){0,20})\]/g, (_, list: string) => {
      const known = list.split(',').flatMap((number) => numbers.get(Number(number)) ?? []);
      return known.length === 0 ? '' : `[${[...new Set(known)].join(', ')}]`;
    });
  if (Array.isArray(value)) return value.map((item) => renumber(item, numbers));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, renumber(item, numbers)]));
}

function withNumbers(data: ToolResult['data'], citeAs: Record<string, string>): ToolResult['data'] {
  const isObject = typeof data === 'object' && data !== null && !Array.isArray(data);
  return isObject ? { ...data, citeAs } : { result: data, citeAs };
}
