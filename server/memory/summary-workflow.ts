import type { Language } from '#lib/i18n/language.ts';
import { promptText } from '#lib/i18n/prompt-text.ts';
import { WORKFLOW_FORMAT, type Workflow } from '#lib/workflow/workflow.ts';

const MAX_TOKENS = 50_000;
const MAX_DURATION_MS = 5 * 60_000;
const WRITER = 'write';

type Summary = { readonly workflowName: string; readonly language: Language; readonly model: string | undefined };

/**
 * The workflow that writes a record: a model without tools, which gets message and answer as data. As
 * a run it is traced, limited, charged to the budgets, and resumed after a crash.
 */
export function summaryWorkflow({ workflowName, language, model }: Summary): Workflow {
  const node = (id: string, type: string, config: Workflow['nodes'][number]['config'], y: number) => ({
    id,
    type,
    version: 1,
    label: '',
    config,
    position: { x: 0, y },
  });
  const edge = (source: string, target: string) => ({
    id: `${source}-${target}`,
    source,
    sourceHandle: 'out',
    target,
    targetHandle: 'in',
  });
  return {
    format: WORKFLOW_FORMAT,
    name: promptText(language, 'memory-summary-name', { workflow: workflowName }).slice(0, 200),
    description: '',
    settings: { language, limits: { maxTokens: MAX_TOKENS, maxDurationMs: MAX_DURATION_MS } },
    nodes: [
      node('start', 'start', { inputs: [{ name: 'said', type: 'text', required: true }] }, 0),
      node(
        WRITER,
        'llm',
        {
          ...(model !== undefined && { model }),
          systemPrompt: promptText(language, 'memory-summary'),
          userPrompt: '{{start.said}}',
          toolMode: 'none',
        },
        140,
      ),
      node('end', 'end', { outputs: { summary: `{{${WRITER}.output}}` } }, 280),
    ],
    edges: [edge('start', WRITER), edge(WRITER, 'end')],
  };
}
