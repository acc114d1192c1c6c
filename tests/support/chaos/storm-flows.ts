import type { Workflow } from '#lib/workflow/workflow.ts';
import { mixedWorkflow } from '../random/random-effect-workflow.ts';
import { workflowOf } from '../test-engine.ts';

export const FLOW_KINDS = ['effects', 'approval', 'long', 'called-off'] as const;
export type FlowKind = (typeof FLOW_KINDS)[number];

const start = ['start', { inputs: [{ name: 'key', type: 'text', required: true }] }] as [string, Record<string, unknown>];

type Place = { readonly seed: number; readonly counterHost: string };

/**
 * The workflow of the storm's run number `seed`. Its input `key` identifies the run in side effects.
 */
export function stormFlow(kind: FlowKind, { seed, counterHost }: Place): Workflow {
  const post = (node: string): [string, Record<string, unknown>] => [
    'http',
    { method: 'POST', url: `http://${counterHost}/effect?run={{start.key}}&node=${node}`, body: { from: node } },
  ];
  switch (kind) {
    case 'effects':
      return mixedWorkflow(seed, counterHost);
    case 'approval':
      return workflowOf(
        {
          start,
          before: post('before'),
          ask: ['approval', { title: 'Send it?', value: '{{start.key}}' }],
          after: post('after'),
          say: ['template', { template: 'sent {{ask}}' }],
        },
        ['start -> before', 'before -> ask', 'ask.approved -> after', 'after -> say'],
      );
    case 'long':
      return workflowOf(
        {
          start,
          first: ['llm', { model: 'slow', userPrompt: 'Tell {{start.key}}' }],
          book: post('book'),
          second: ['llm', { model: 'slow', userPrompt: 'Go on' }],
          say: ['template', { template: '{{first.output}} {{second.output}}' }],
        },
        ['start -> first', 'first -> book', 'book -> second', 'second -> say'],
      );
    // A client stops it while the model streams, so it never succeeds.
    case 'called-off':
      return workflowOf({ start, talk: ['llm', { model: 'endless', userPrompt: 'Talk' }], never: post('never') }, [
        'start -> talk',
        'talk -> never',
      ]);
    default:
      return kind satisfies never;
  }
}

/** Models: `slow` answers in 1.5 s, `endless` in minutes. `effects` use the first. */
export function stormConfig(modelUrl: string, counterHost: string): string {
  const models = { quick: 'fake-t12-d2', slow: 'fake-t60-d25', endless: 'fake-t6000-d50' };
  const entries = Object.entries(models).map(
    ([name, model]) =>
      `  ${name}:\n    provider: openai-compatible\n    base_url: ${modelUrl}\n    model: ${model}\n    max_output: 8000\n`,
  );
  return `default_model: quick\nmodels:\n${entries.join('')}max_active_sessions: 5\nhttp:\n  allowed_private_hosts: ['${counterHost}']\n`;
}
