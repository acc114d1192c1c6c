import type { Language } from '../i18n/language.ts';
import { promptText } from '../i18n/prompt-text.ts';
import { chainWorkflow } from '../workflow/chain-workflow.ts';
import type { Workflow } from '../workflow/workflow.ts';

/** Tools of the assistant, and those that read other workflows and what is too large for a conversation. */
const ASSISTANT_TOOLS = ['draft_read', 'draft_node_types', 'draft_read_run', 'draft_propose', 'workflow_get', 'read_result'];
/** The node whose text is the assistant's answer. */
const ASSISTANT_NODE = 'assistant';

const MAX_ROUNDS = 30;
const MAX_TOOL_CALLS = 60;
const MAX_TOKENS = 1_000_000;
const MAX_DURATION_MS = 15 * 60_000;

/** The workflow that one turn of the assistant runs: traced, limited and charged to the budgets like any other. */
export function assistantWorkflow(language: Language, model: string | undefined): Workflow {
  return chainWorkflow({
    name: promptText(language, 'assistant-name'),
    settings: {
      language,
      limits: { maxTokens: MAX_TOKENS, maxToolCalls: MAX_TOOL_CALLS, maxDurationMs: MAX_DURATION_MS },
    },
    nodes: [
      {
        id: 'start',
        type: 'start',
        config: {
          inputs: [
            { name: 'request', type: 'text', required: true },
            { name: 'draft', type: 'json', required: true },
            { name: 'run', type: 'json' },
          ],
        },
      },
      {
        id: ASSISTANT_NODE,
        type: 'llm',
        config: {
          ...(model !== undefined && { model }),
          systemPrompt: promptText(language, 'assistant'),
          userPrompt: '{{start.request}}',
          availableTools: ASSISTANT_TOOLS,
          maxIterations: MAX_ROUNDS,
        },
      },
      { id: 'end', type: 'end', config: { outputs: { answer: `{{${ASSISTANT_NODE}.output}}` } } },
    ],
  });
}
