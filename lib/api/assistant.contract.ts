import { z } from 'zod';
import { nodeIdSchema, workflowSchema } from '../workflow/workflow.ts';
import { defineContract } from './define-contract.ts';
import { startErrors, startFields, startHeaders, startResults } from './run-starts.contract.ts';

const MAX_TEXT = 20_000;
const MAX_TURNS = 40;
const { inputs: _, ...modeFields } = startFields;

export const askAssistant = defineContract({
  name: 'askAssistant',
  scope: 'edit',
  method: 'POST',
  path: '/api/v1/assistant',
  tag: 'assistant',
  summary: 'Ask the assistant about a workflow',
  description:
    'Runs one turn of the assistant on the document in the request: a run like any other, with the tools `draft_read`, `draft_node_types`, `draft_read_run` and `draft_propose`. A proposal is the result of a call of `draft_propose` in its events; `GET /payloads/{draft}` returns the proposed document. Nothing else is stored, and no workflow is changed, run or published.',
  headers: startHeaders,
  body: z.strictObject({
    message: z.string().trim().min(1).max(MAX_TEXT).meta({ description: 'What the person asks for.' }),
    document: workflowSchema.meta({ description: 'The open workflow, saved or not, valid or not.' }),
    history: z
      .array(z.strictObject({ role: z.enum(['person', 'assistant']), text: z.string().max(MAX_TEXT) }))
      .max(MAX_TURNS)
      .default([])
      .meta({ description: 'Earlier turns of the conversation, oldest first.' }),
    selectedNodes: z.array(nodeIdSchema).max(500).default([]).meta({ description: 'Nodes that are selected in the editor.' }),
    runId: z.string().min(1).max(100).optional().meta({ description: 'A run that is open next to the workflow.' }),
    model: z.string().min(1).max(200).optional().meta({ description: 'A model of the config. @defaultValue the default model' }),
    ...modeFields,
  }),
  results: startResults,
  errors: startErrors,
});
