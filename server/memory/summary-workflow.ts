import type { Language } from '#lib/i18n/language.ts';
import { promptText } from '#lib/i18n/prompt-text.ts';
import { chainWorkflow } from '#lib/workflow/chain-workflow.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

const MAX_TOKENS = 50_000;
const MAX_DURATION_MS = 5 * 60_000;
const WRITER = 'write';

type Summary = { readonly workflowName: string; readonly language: Language; readonly model: string | undefined };

/**
 * The workflow that writes a record: a model without tools, which gets message and answer as data. As
 * a run it is traced, limited, charged to the budgets, and resumed after a crash.
 */
export function summaryWorkflow({ workflowName, language, model }: Summary): Workflow {
  return chainWorkflow({
    name: promptText(language, 'memory-summary-name', { workflow: workflowName }).slice(0, 200),
    settings: { language, limits: { maxTokens: MAX_TOKENS, maxDurationMs: MAX_DURATION_MS } },
    nodes: [
      { id: 'start', type: 'start', config: { inputs: [{ name: 'said', type: 'text', required: true }] } },
      {
        id: WRITER,
        type: 'llm',
        config: {
          ...(model !== undefined && { model }),
          systemPrompt: promptText(language, 'memory-summary'),
          userPrompt: '{{start.said}}',
          toolMode: 'none',
        },
      },
      { id: 'end', type: 'end', config: { outputs: { summary: `{{${WRITER}.output}}` } } },
    ],
  });
}
