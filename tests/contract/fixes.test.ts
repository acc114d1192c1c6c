import { describe, expect, test } from 'vitest';
import { messagesFor } from '#lib/i18n/messages.ts';
import { fillIn } from '#lib/i18n/problem-text.ts';
import { diffWorkflows } from '#lib/workflow/diff-workflows.ts';
import { applyFix } from '#lib/workflow/fixes/apply-fix.ts';
import { withFixes } from '#lib/workflow/fixes/find-fixes.ts';
import type { Fix } from '#lib/workflow/fixes/fix.ts';
import type { LearntSchemas } from '#lib/workflow/infer-schemas.ts';
import type { Problem } from '#lib/workflow/problem.ts';
import { validateWorkflow } from '#lib/workflow/validate-workflow.ts';
import { type Workflow, workflowSchema } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { document, node } from '#tests/support/test-nodes.ts';
import { toolRegistry } from '#tools/registry.gen.ts';

type Config = Record<string, unknown>;
const input = (name: string, more: Config = { required: true }) => ({ name, type: 'text', ...more });
const start = (...inputs: readonly unknown[]) => node('start', 'start', { config: { inputs } });
const llm = (userPrompt?: string, more: Config = {}) =>
  node('llm', 'llm', { config: { ...(userPrompt !== undefined && { userPrompt }), ...more } });
const set = (id: string, values: Config) => node(id, 'set', { config: { values } });
const end = (outputs: Config = {}) => node('end', 'end', { config: { outputs } });
const made = (nodes: readonly unknown[], edges: readonly string[]) => workflowSchema.parse(document(nodes, edges));

const learnt: LearntSchemas = {};

function problemsIn(workflow: Workflow, known = learnt): readonly Problem[] {
  const { errors, warnings } = validateWorkflow(workflow, nodeRegistry, { tools: toolRegistry, learnt: known });
  return withFixes([...errors, ...warnings], workflow, { registry: nodeRegistry, learnt: known });
}

/** With the last edge a second time. */
function twice(workflow: Workflow): Workflow {
  return { ...workflow, edges: [...workflow.edges, ...workflow.edges.slice(-1).map((edge) => ({ ...edge, id: 'again' }))] };
}

const keyOf = ({ code, nodeId, edgeId, path, message }: Problem) => [code, nodeId, edgeId, path, message].join(' ');
const textOf = ({ text: { key, params } }: Fix) => fillIn(messagesFor('en').fixes[key], params);

function mended(workflow: Workflow, code: string, button: string, known = learnt) {
  const before = problemsIn(workflow, known);
  const problem = before.find((one) => one.code === code && one.fixes?.some((fix) => textOf(fix) === button));
  const fix = problem?.fixes?.find((one) => textOf(one) === button);
  if (!problem || !fix)
    throw new Error(
      `No button '${button}' at ${code}: ${before.map((one) => `${one.code} ${one.message} [${one.fixes?.map(textOf)}]`).join('; ')}`,
    );
  const after = applyFix(workflow, fix, nodeRegistry);
  if (!after) throw new Error('The fix does not apply');
  return { before, problem, fix, after, left: problemsIn(after, known) };
}

const linear = ['start -> llm', 'llm -> end'];
const question = start(input('question'));
const reply = end({ reply: '{{llm.output}}' });

/** A document with one mistake, the button that mends it, and the place that it changes. */
const mistakes: readonly [name: string, workflow: Workflow, code: string, button: string, changed: string][] = [
  [
    'a misspelt input',
    made([question, llm('{{start.qestion}}'), reply], linear),
    'unknown-reference',
    'Replace with start.question',
    'llm config.userPrompt',
  ],
  [
    'a misspelt node',
    made([question, llm('{{strat.question}}'), reply], linear),
    'unknown-reference',
    'Replace with start.question',
    'llm config.userPrompt',
  ],
  [
    'the same mistake twice',
    made([question, llm('{{start.qestion}} {{ start.qestion | upcase }}'), reply], linear),
    'unknown-reference',
    'Replace with start.question',
    'llm config.userPrompt',
  ],
  [
    'a field of the answer without output',
    made([question, llm('{{start.question}}'), end({ reply: '{{llm.text}}' })], linear),
    'unknown-reference',
    'Replace with llm.output',
    'end config.outputs.reply',
  ],
  [
    'a nested field without output',
    made(
      [
        question,
        llm('{{start.question}}', {
          outputSchema: {
            type: 'object',
            properties: { urgency: { type: 'string' }, reason: { type: 'string' } },
            required: ['urgency', 'reason'],
            additionalProperties: false,
          },
        }),
        end({ reply: '{{llm.urgency}}' }),
      ],
      linear,
    ),
    'unknown-reference',
    'Replace with llm.output.urgency',
    'end config.outputs.reply',
  ],
  [
    'an input that is not declared',
    made([question, llm('{{start.city}}'), reply], linear),
    'unknown-reference',
    'Replace with start.question',
    'llm config.userPrompt',
  ],
  [
    'an input that is to be added',
    made([question, llm('{{start.city}}'), reply], linear),
    'unknown-reference',
    'Add the input city',
    'start config.inputs',
  ],
  [
    'an input of a workflow without any',
    made([start(), llm('{{start.city}}'), reply], linear),
    'unknown-reference',
    'Add the input city',
    'start config.inputs',
  ],
  [
    'an input as another product writes it',
    made([question, llm('{{inputs.question}}'), reply], linear),
    'unknown-reference',
    'Replace with start.question',
    'llm config.userPrompt',
  ],
  [
    'a value of a deleted node',
    made([question, llm('{{fetch.body}}'), reply], linear),
    'unknown-reference',
    'Replace with start.question',
    'llm config.userPrompt',
  ],
  [
    'a reference that is not wanted',
    made([question, llm('Hello {{fetch.body}}'), reply], linear),
    'unknown-reference',
    'Remove the reference',
    'llm config.userPrompt',
  ],
  [
    'an optional input, made required',
    made([start(input('question', {})), llm('{{start.question}}'), reply], linear),
    'reference-may-be-missing',
    'Mark question as required',
    'start config.inputs[0].required',
  ],
  [
    'an optional input, with a default',
    made([start(input('question', {})), llm('{{start.question}}'), reply], linear),
    'reference-may-be-missing',
    'Use "" when it is missing',
    'llm config.userPrompt',
  ],
  [
    'an optional number in a condition',
    made(
      [
        start({ name: 'count', type: 'number' }),
        node('check', 'condition', { config: { when: 'start.count > 3.0' } }),
        end(),
        node('other', 'end'),
      ],
      ['start -> check', 'check.true -> end', 'check.false -> other'],
    ),
    'reference-may-be-missing',
    'Count as false without start.count',
    'check config.when',
  ],
  [
    'a prompt that is missing',
    made([question, llm(), reply], linear),
    'missing-field',
    'Write {{start.question}}',
    'llm config.userPrompt',
  ],
  [
    'a prompt that is empty',
    made([question, llm(''), reply], linear),
    'missing-field',
    'Write {{start.question}}',
    'llm config.userPrompt',
  ],
  [
    'an empty model',
    made([question, llm('{{start.question}}', { model: '' }), reply], linear),
    'missing-field',
    'Use the model default',
    'llm config.model',
  ],
  [
    'a list that is missing',
    made(
      [
        start({ name: 'orders', type: 'json', required: true, schema: { type: 'array' } }),
        node('each', 'map', { config: {} }),
        { ...set('line', { a: 1 }), parentId: 'each' },
        end(),
      ],
      ['start -> each', 'each -> end'],
    ),
    'missing-field',
    'Write {{start.orders}}',
    'each config.items',
  ],
  [
    'a number that is too large',
    made([question, llm('{{start.question}}', { temperature: 7 }), reply], linear),
    'invalid-field',
    'Write 2',
    'llm config.temperature',
  ],
  [
    'a number that is text',
    made([question, llm('{{start.question}}', { temperature: '0.5' }), reply], linear),
    'invalid-field',
    'Write 0.5',
    'llm config.temperature',
  ],
  [
    'a choice that is misspelt',
    made([question, llm('{{start.question}}', { toolMode: 'requierd' }), reply], linear),
    'invalid-field',
    'Write required',
    'llm config.toolMode',
  ],
  [
    'a value that may be empty',
    made([question, llm('{{start.question}}', { temperature: 'warm' }), reply], linear),
    'invalid-field',
    'Clear the field',
    'llm config.temperature',
  ],
  [
    'a field that is misspelt',
    made([question, llm('{{start.question}}', { sytemPrompt: 'Be kind' }), reply], linear),
    'unknown-field',
    'Rename it to systemPrompt',
    'llm config',
  ],
  [
    'a field that is not there',
    made([question, llm('{{start.question}}', { colour: 'red' }), reply], linear),
    'unknown-field',
    'Remove it',
    'llm config.colour',
  ],
  [
    'a tool that is misspelt',
    made([question, llm('{{start.question}}', { availableTools: ['time-nwo'] }), reply], linear),
    'unknown-tool',
    'Write time-now',
    'llm config.availableTools[0]',
  ],
  [
    'a tool that is not there',
    made([question, llm('{{start.question}}', { availableTools: ['teleporter'] }), reply], linear),
    'unknown-tool',
    'Remove it',
    'llm config.availableTools',
  ],
  [
    'an object where a number is expected',
    made(
      [question, set('limits', { first: { tokens: 100 } }), llm('Hi', { maxTokens: '{{limits.first}}' }), reply],
      ['start -> limits', 'limits -> llm', 'llm -> end'],
    ),
    'type-mismatch',
    'Replace with limits.first.tokens',
    'llm config.maxTokens',
  ],
  [
    'a number that is written as text',
    made(
      [start({ name: 'limit', type: 'number', required: true }), llm('Hi', { maxTokens: '{{start.limit}} tokens' }), reply],
      linear,
    ),
    'type-mismatch',
    'Write {{start.limit}}',
    'llm config.maxTokens',
  ],
  [
    'a text where a number is expected',
    made([question, llm('Hi', { maxTokens: '{{start.question}}' }), reply], linear),
    'type-mismatch',
    'Convert: {{start.question | plus: 0}}',
    'llm config.maxTokens',
  ],
  [
    'one equals sign',
    made(
      [question, node('check', 'condition', { config: { when: 'start.question = "yes"' } }), end(), node('other', 'end')],
      ['start -> check', 'check.true -> end', 'check.false -> other'],
    ),
    'expression-invalid',
    'Write start.question == "yes"',
    'check config.when',
  ],
  [
    'words for operators',
    made(
      [
        question,
        node('check', 'condition', { config: { when: 'start.question == "a and b" and not has(start.question)' } }),
        end(),
        node('other', 'end'),
      ],
      ['start -> check', 'check.true -> end', 'check.false -> other'],
    ),
    'expression-invalid',
    'Write start.question == "a and b" && !has(start.question)',
    'check config.when',
  ],
  [
    'braces in a condition',
    made(
      [question, node('check', 'condition', { config: { when: '{{start.question}} == "yes"' } }), end(), node('other', 'end')],
      ['start -> check', 'check.true -> end', 'check.false -> other'],
    ),
    'expression-invalid',
    'Write start.question  == "yes"',
    'check config.when',
  ],
  [
    'a bracket that is missing',
    made(
      [question, node('check', 'condition', { config: { when: 'size(start.question) > (1' } }), end(), node('other', 'end')],
      ['start -> check', 'check.true -> end', 'check.false -> other'],
    ),
    'expression-invalid',
    'Write size(start.question) > (1)',
    'check config.when',
  ],
  [
    'a tag without its end',
    made([question, llm('Hi {{start.question'), reply], linear),
    'expression-invalid',
    'Write Hi {{start.question}}',
    'llm config.userPrompt',
  ],
  [
    'a filter that is misspelt',
    made([question, llm('{{start.question | upcse}}'), reply], linear),
    'expression-invalid',
    'Write {{start.question | upcase}}',
    'llm config.userPrompt',
  ],
  [
    'a body that is text',
    made(
      [
        question,
        node('send', 'http', { config: { method: 'POST', url: 'https://example.com', body: '{"text": "{{start.question}}"}' } }),
        end(),
      ],
      ['start -> send', 'send -> end'],
    ),
    'body-of-text',
    'Write it as JSON',
    'send config.body',
  ],
  [
    'a value of its own',
    made([question, llm('{{llm.output}}'), reply], linear),
    'reference-not-before',
    'Replace with start.question',
    'llm config.userPrompt',
  ],
  [
    'a value from inside of a container',
    made(
      [
        start({ name: 'orders', type: 'json', required: true, schema: { type: 'array' } }),
        node('each', 'map', { config: { items: '{{start.orders}}' } }),
        { ...set('line', { a: 1 }), parentId: 'each' },
        end({ all: '{{line.a}}' }),
      ],
      ['start -> each', 'each -> end'],
    ),
    'reference-not-before',
    'Replace with each',
    'end config.outputs.all',
  ],
  [
    'a container in its own body',
    made(
      [
        start({ name: 'orders', type: 'json', required: true, schema: { type: 'array' } }),
        node('each', 'map', { config: { items: '{{start.orders}}' } }),
        { ...set('line', { a: '{{each.id}}' }), parentId: 'each' },
        end(),
      ],
      ['start -> each', 'each -> end'],
    ),
    'reference-not-before',
    'Replace with map.item.id',
    'line config.values.a',
  ],
];

/** The same for mistakes of the graph: what is added or removed. */
const graphMistakes: readonly [name: string, workflow: Workflow, code: string, button: string, changes: object][] = [
  [
    'a node that is not connected',
    made([question, llm('{{start.question}}'), reply], ['llm -> end']),
    'unreachable-node',
    'Connect start to llm',
    { added: ['start->llm'], removed: [] },
  ],
  [
    'a node without use',
    made([question, llm('{{start.question}}'), reply, set('left', { a: 1 })], linear),
    'unreachable-node',
    'Delete left',
    { added: [], removed: [] },
  ],
  [
    'a gap',
    made([question, llm('{{start.question}}'), set('a', { x: '{{llm.output}}' }), reply], ['start -> llm', 'a -> end']),
    'unreachable-node',
    'Connect llm to a',
    { added: ['llm->a'], removed: [] },
  ],
  [
    'a node that runs beside',
    made([question, set('a', { x: 1 }), llm('{{a.x}}'), reply], [...linear, 'start -> a']),
    'reference-not-before',
    'Connect a to llm',
    { added: ['a->llm'], removed: [] },
  ],
  [
    'a cycle',
    made([question, llm('{{start.question}}'), set('a', { x: 1 }), reply], [...linear, 'llm -> a', 'a -> llm']),
    'cycle',
    'Remove the edge from a to llm',
    { added: [], removed: ['a->llm'] },
  ],
  [
    'an open branch',
    made([question, node('check', 'condition', { config: { when: 'true' } }), end()], ['start -> check', 'check.true -> end']),
    'branch-missing',
    'Connect false to end',
    { added: ['check->end'], removed: [] },
  ],
  [
    'an open branch with an end of its own',
    made([question, node('check', 'condition', { config: { when: 'true' } }), end()], ['start -> check', 'check.true -> end']),
    'branch-missing',
    'Add an end for false',
    { added: ['check->end_2'], removed: [] },
  ],
  [
    'an edge to a misspelt node',
    made([question, llm('{{start.question}}'), reply], ['start -> lllm', 'start -> llm', 'llm -> end']),
    'edge-dangling',
    'Remove the edge from start to lllm',
    { added: [], removed: ['start->lllm'] },
  ],
  [
    'an edge to the node that was meant',
    made([question, llm('{{start.question}}'), reply], ['start -> lllm', 'llm -> end']),
    'edge-dangling',
    'Connect to llm',
    { added: ['start->llm'], removed: ['start->lllm'] },
  ],
  [
    'a deleted node in the middle',
    made([question, llm('{{start.question}}'), reply], ['start -> gone_step', 'gone_step -> llm', 'llm -> end']),
    'edge-dangling',
    'Connect start to llm',
    { added: ['start->llm'], removed: ['start->gone_step', 'gone_step->llm'] },
  ],
  [
    'a port that is misspelt',
    made(
      [question, node('check', 'condition', { config: { when: 'true' } }), end(), node('other', 'end')],
      ['start -> check', 'check.treu -> end', 'check.false -> other'],
    ),
    'port-unknown',
    'Connect to true',
    { added: ['check->end'], removed: ['check->end'] },
  ],
  [
    'the same edge twice',
    twice(made([question, llm('{{start.question}}'), reply], linear)),
    'edge-duplicate',
    'Remove the edge from llm to end',
    { added: [], removed: ['llm->end'] },
  ],
  [
    'an edge after the end',
    made([question, llm('{{start.question}}'), reply, set('a', { x: 1 })], [...linear, 'start -> a', 'end -> a']),
    'edge-after-end',
    'Remove the edge from end to a',
    { added: [], removed: ['end->a'] },
  ],
  [
    'a second start',
    made([question, llm('{{start.question}}'), reply, node('again', 'start')], linear),
    'start-repeated',
    'Delete again',
    { added: [], removed: [] },
  ],
  [
    'an error branch that leads nowhere',
    made([question, { ...llm('{{start.question}}'), options: { onError: 'branch' } }, reply], linear),
    'branch-missing',
    'Fail the run on an error',
    { added: [], removed: [] },
  ],
];

describe('one click mends', () => {
  test.each(mistakes)('%s, and changes nothing else', (_name, workflow, code, button, changed) => {
    const { before, problem, after, left } = mended(workflow, code, button);
    expect(left.map(keyOf)).not.toContain(keyOf(problem));
    expect(left.map(keyOf).filter((key) => !before.map(keyOf).includes(key))).toEqual([]);
    const diff = diffWorkflows(workflow, after);
    expect(after.edges).toBe(workflow.edges);
    expect([...diff.added, ...diff.removed]).toEqual([]);
    const fields = diff.changed.flatMap(({ nodeId, fields: all }) => all.map(({ path }) => `${nodeId} ${path}`));
    expect(fields.every((field) => field.startsWith(changed) || changed.startsWith(field))).toBe(true);
    expect(fields.length).toBeGreaterThan(0);
  });

  test.each(graphMistakes)('%s', (_name, workflow, code, button, changes) => {
    const { before, problem, after, left } = mended(workflow, code, button);
    expect(left.map(keyOf)).not.toContain(keyOf(problem));
    expect(left.map(keyOf).filter((key) => !before.map(keyOf).includes(key))).toEqual([]);
    const arrow = ({ source, target }: Workflow['edges'][number]) => `${source}->${target}`;
    expect({
      added: after.edges.filter((edge) => !workflow.edges.includes(edge)).map(arrow),
      removed: workflow.edges.filter((edge) => !after.edges.includes(edge)).map(arrow),
    }).toEqual(changes);
    for (const one of after.nodes.filter(({ id }) => workflow.nodes.some((old) => old.id === id)))
      if (!button.startsWith('Fail')) expect(workflow.nodes).toContain(one);
  });
});

describe('fixes', () => {
  test('ten nodes behind one gap are one problem', () => {
    const names = Array.from({ length: 10 }, (_, index) => `step_${index}`);
    const steps = names.map((id, index) =>
      set(id, { text: index === 0 ? '{{start.question}}' : `{{step_${index - 1}.text}} {{start.question}}` }),
    );
    const edges = names.slice(1).map((id, index) => `step_${index} -> ${id}`);
    const problems = problemsIn(made([question, ...steps], edges));
    expect(problems.map(({ code, message }) => [code, message])).toEqual([
      ['unreachable-node', 'No path leads from start to step_0, nor to the nodes behind it (9)'],
    ]);
    expect(problems[0]?.fixes?.map(textOf)).toContain('Connect start to step_0');
  });

  test('a fix that no longer applies changes nothing', () => {
    const workflow = made([question, llm('{{start.qestion}}'), reply], linear);
    const { fix } = mended(workflow, 'unknown-reference', 'Replace with start.question');
    expect(applyFix(made([question, llm('Something else'), reply], linear), fix, nodeRegistry)).toBeUndefined();
    expect(applyFix(made([question, reply], []), fix, nodeRegistry)).toBeUndefined();
  });

  test('the last run tells which field of code was meant', () => {
    const code = node('code', 'code', { config: { language: 'javascript', code: 'return { reply: 1 }' } });
    const workflow = made([question, code, end({ reply: '{{code.output.reply}}' })], ['start -> code', 'code -> end']);
    expect(problemsIn(workflow)).toEqual([]);
    const known: LearntSchemas = {
      code: { type: 'object', properties: { reply: { type: 'number' } }, required: ['reply'], additionalProperties: false },
    };
    expect(problemsIn(workflow, known).map(({ severity, message, hint }) => [severity, message, hint])).toEqual([
      ['warning', "code had no field 'output' in the last run", 'It has: reply'],
    ]);
    const { after } = mended(workflow, 'unknown-reference', 'Replace with code.reply', known);
    expect(after.nodes.find(({ id }) => id === 'end')?.config).toEqual({ outputs: { reply: '{{code.reply}}' } });
    expect(problemsIn(after, known)).toEqual([]);
  });

  test('every fix has a text in Chinese', () => {
    const english = messagesFor('en').fixes;
    const chinese = messagesFor('zh-CN').fixes;
    const names = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
    for (const [key, text] of Object.entries(english))
      expect(names(chinese[key as keyof typeof chinese]), key).toEqual(names(text));
  });
});
