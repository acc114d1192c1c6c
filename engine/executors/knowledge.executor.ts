import { NodeFailure } from '#lib/errors/node-failure.ts';
import { promptText } from '#lib/i18n/prompt-text.ts';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import type { ConfigOf } from '#lib/node-kit/define-node.ts';
import { knowledgeTool } from '#lib/ports/knowledge-tool.ts';
import { withoutRetries } from '#lib/run/node-path.ts';
import { type Citation, CitationList } from '#lib/text/citation.ts';
import { knowledgeToolId } from '#lib/tools/knowledge-tool.ts';
import type { ToolResult } from '#lib/tools/tool-result.ts';
import knowledge from '#nodes/knowledge/knowledge.node.ts';
import { defineExecutor, type ExecutorContext } from '../contract/define-executor.ts';
import type { ToolKit } from '../contract/tool-kit.ts';
import { interact } from '../interaction/interact.ts';
import { resolveModels } from '../interaction/resolve-models.ts';
import { discardToolCall, runToolCalls } from '../tools/run-tool-calls.ts';
import { withTool } from '../tools/workspace-tools.ts';

type Config = ConfigOf<typeof knowledge>;
type Passage = { title: string; place: string; page: number | null; text: string; score: number; url: string };
type Item = { text: string; score: number; source: Omit<Passage, 'text' | 'score'> & { number: number | null } };

const STEP = 'search';
const MAX_PASSAGES = 50;
/** Characters up to which a model reads all of a base in the mode `model`, which finds what no search would. */
const WHOLE_CHARS = 24_000;
/** What a model reads at least in the mode `model`. */
const PASSAGES_TO_READ = 15;
/** An answer, and another one when the first does not fit. */
const MAX_MODEL_CALLS = 2;

export default defineExecutor(knowledge, async ({ config, context }) => {
  const { limit } = config;
  const result = await search(config, { limit: config.mode === 'model' ? Math.max(limit, PASSAGES_TO_READ) : limit, context });
  const { passages } = result.data as unknown as { passages: Passage[] };
  const good = passages.filter(({ score }) => score >= config.minScore);
  const { items, citations } = numbered(good, result);
  if (config.mode !== 'model' || items.length === 0) return { out: { text: promptOf(items, context), items, citations } };
  const points = await pointsOf(items, config, context);
  const used = new Set(points.flatMap(({ source }) => source.number ?? []));
  return {
    out: {
      text: promptOf(points.slice(0, limit), context),
      items: points.slice(0, limit),
      citations: citations.filter(({ index }) => used.has(index)),
    },
  };
});

/** As a tool call, so that trace, ledger and reach treat it as one of a model. */
async function search(
  { base, query, mode, filter, minScore, context: hasContext }: Config,
  { limit, context }: { limit: number; context: ExecutorContext },
): Promise<ToolResult> {
  const tool = knowledgeToolId(base);
  const tools = withBase(base, context.tools);
  if (!tools) {
    throw new NodeFailure('knowledge-not-found', `There is no knowledge base '${base}'`, {
      path: 'config.base',
      hint: 'Create it on the page Knowledge, or choose another one',
    });
  }
  const input = {
    query,
    limit,
    context: hasContext,
    ...(mode === 'model' && minScore === 0 && { wholeUpToChars: WHOLE_CHARS }),
    ...(mode !== 'auto' && mode !== 'model' && { mode }),
    ...(Object.keys(filter).length > 0 && { filter }),
  };
  const call = { id: withoutRetries(context.nodeId), name: tool, input };
  const [result] = await runToolCalls([call], { ...context, tools }, { step: STEP, largeData: 'whole' });
  if (result?.status === 'success') return result;
  discardToolCall({ id: call.id, step: STEP, status: result?.status }, context);
  const { code = 'knowledge-failed', message = '', isRetryable = false, path, hint } = result?.failure ?? {};
  throw new NodeFailure(code, message, {
    isRetryable,
    path: path === undefined || path === 'base' ? 'config.base' : `config.${path}`,
    ...(hint !== undefined && { hint }),
  });
}

/** A base that the run itself has made is no tool of it yet. */
function withBase(name: string, tools: ToolKit): ToolKit | undefined {
  if (Object.hasOwn(tools.definitions, knowledgeToolId(name))) return tools;
  const { knowledge: port } = tools;
  return port && withTool(tools, knowledgeTool({ name, title: name, description: '', isEnabled: true }, port));
}

function numbered(passages: readonly Passage[], { sources = [] }: ToolResult): { items: Item[]; citations: Citation[] } {
  const list = new CitationList();
  const known = new Map(sources.map((source) => [source.url, source]));
  const items = passages.map(({ text, score, ...source }) => {
    const number = list.add({ ...known.get(source.url), ...source }) ?? null;
    return { text, score, source: { ...source, number } };
  });
  return { items, citations: list.all };
}

/** The passages as a model gets them. */
function promptOf(items: readonly Item[], { language }: ExecutorContext): string {
  if (items.length === 0) return promptText(language, 'knowledge-none');
  return [promptText(language, 'knowledge-data'), ...items.map((item) => passageText(item, language))].join('\n\n');
}

function passageText({ text, source }: Item, language: ExecutorContext['language']): string {
  const { number, title, place, page } = source;
  const where = [title, place, page === null ? '' : promptText(language, 'knowledge-page', { page })].filter(Boolean).join(', ');
  return `[${number ?? '-'}] ${where}\n${text}`;
}

/** What a model takes from the passages to answer the question. */
async function pointsOf(items: readonly Item[], config: Config, context: ExecutorContext): Promise<Item[]> {
  const { output } = await interact(
    {
      models: resolveModels({ model: config.model, fallbackModels: [] }, context),
      conversation: context.conversation('own'),
      instructions: promptText(context.language, 'knowledge-read'),
      prompt: `${promptText(context.language, 'knowledge-question', { question: config.query })}\n\n${promptOf(items, context)}`,
      temperature: 0,
      maxIterations: MAX_MODEL_CALLS,
      outputSchema: pointsSchema,
    },
    context,
  );
  const { points } = output as { points: { text: string; number: number }[] };
  return points.flatMap(({ text, number }) => {
    const item = items.find(({ source }) => source.number === number);
    // A number that no passage has is no source.
    return item ? [{ ...item, text }] : [];
  });
}

const pointsSchema: JsonSchema = {
  type: 'object',
  properties: {
    points: {
      type: 'array',
      maxItems: MAX_PASSAGES,
      items: {
        type: 'object',
        properties: { text: { type: 'string' }, number: { type: 'integer' } },
        required: ['text', 'number'],
        additionalProperties: false,
      },
    },
  },
  required: ['points'],
  additionalProperties: false,
};
