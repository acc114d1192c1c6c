import { expect, test } from 'vitest';
import { publicEventSchema } from '#lib/run/public-event.ts';
import { toPublicEvent } from '#lib/run/to-public-event.ts';
import { call, resultsIn, say, startReplyingModel } from '#tests/support/replying-model.ts';
import { openSkillFiles } from '#tests/support/skill-files.ts';
import { eventsOf, workflowOf } from '#tests/support/test-engine.ts';

const invoice = `---
name: invoice-check
display_name: Invoice check
description: Checks supplier invoices against their purchase orders and finds differences in amounts.
version: 1.1.0
allowed_tools: [time-now]
max_iterations: 2
---
# Invoice check
## Steps
Compare every line of the invoice. The rules are in references/rules.md.`;
const files = {
  'invoice-check/SKILL.md': invoice,
  'invoice-check/SKILL.zh-CN.md':
    '---\ndisplay_name: 发票核对\ndescription: 将供应商发票与采购订单核对，找出金额差异。\n---\n# 发票核对\n逐行比较发票。',
  'invoice-check/references/rules.md': 'Differences below 1 % are fine.',
  'trip-plan/SKILL.md': '---\nname: trip-plan\ndescription: Plans journeys with trains and hotels.\n---\nPlan it.',
};
const QUESTION = 'Does this bill from our vendor match what we ordered?';
const names = (body: { tools?: { function: { name: string } }[] }) =>
  (body.tools ?? []).map(({ function: { name } }) => name).sort();
const system = (body: { messages?: unknown }) => String((body.messages as { content: string }[])[0]?.content);

test('the skill that fits the message adds its instructions, narrows the tools and is an event', async () => {
  const { skills } = await openSkillFiles(files);
  const { flows, fake } = await startReplyingModel(() => say('It matches.'), { skills });
  const { status, events, outputs } = await flows.run(
    workflowOf(
      {
        ask: [
          'llm',
          { systemPrompt: 'Be brief.', userPrompt: QUESTION, skillMode: 'auto', availableTools: ['time-now', 'http_request'] },
        ],
      },
      [],
    ),
  );
  expect(status).toBe('succeeded');
  expect(outputs.ask).toMatchObject({ output: 'It matches.' });
  const [{ body } = { body: {} as never }] = fake.requests;
  const prompt = system(body);
  expect(prompt).toMatch(/^Be brief\.\n\n\[Available Skills\]/);
  expect(prompt).toContain('- trip-plan: Plans journeys with trains and hotels.');
  expect(prompt).toContain('[Active Skill Instructions] invoice-check\n# Invoice check');
  expect(names(body)).toEqual(['read_skill', 'time-now']);
  const [active] = eventsOf(events, 'skill_activated');
  expect(active).toMatchObject({
    nodeId: 'ask',
    skill: 'invoice-check',
    title: 'Invoice check',
    version: '1.1.0',
    by: 'lexical',
  });
  expect(active?.score).toBeGreaterThanOrEqual(0.7);
  expect(active?.reason).toContain('bill');
  if (!active) throw new Error('There is one');
  const seen = { ...active, seq: 1, at: 1, v: 1 };
  const summary = toPublicEvent(seen, { runId: 'run_1', level: 'summary' });
  expect(publicEventSchema.parse(summary)).not.toHaveProperty('reason');
});

test('a message that no skill fits gets the list alone, with all tools', async () => {
  const { skills } = await openSkillFiles(files);
  const { flows, fake } = await startReplyingModel(() => say('Hello!'), { skills });
  const { events } = await flows.run(
    workflowOf({ ask: ['llm', { userPrompt: 'Say hello to Ada', skillMode: 'auto', availableTools: ['http_request'] }] }, []),
  );
  expect(eventsOf(events, 'skill_activated')).toEqual([]);
  const [{ body } = { body: {} as never }] = fake.requests;
  expect(system(body)).toContain('[Available Skills]');
  expect(system(body)).not.toContain('[Active Skill Instructions]');
  expect(names(body)).toEqual(['http_request', 'read_skill']);
});

test('the model reads files of the skill, and only of skills that the node names', async () => {
  const patient = invoice.replace('max_iterations: 2', 'max_iterations: 9');
  const { skills } = await openSkillFiles({ ...files, 'invoice-check/SKILL.md': patient });
  const { flows } = await startReplyingModel(
    ({ messages }) =>
      [call('read_skill', { skill: 'invoice-check', path: 'references/rules.md' }), call('read_skill', { skill: 'trip-plan' })][
        resultsIn(messages)
      ] ?? say('Done'),
    { skills },
  );
  const ask = { userPrompt: QUESTION, skillMode: 'auto', skills: ['invoice-check'] };
  const { events } = await flows.run(workflowOf({ ask: ['llm', ask] }, []));
  expect(eventsOf(events, 'tool_result').map(({ status, result, error }) => ({ status, result, error }))).toMatchObject([
    { status: 'success', result: { text: 'Differences below 1 % are fine.', nextOffset: null } },
    { status: 'error', error: expect.stringContaining("There is no skill 'trip-plan' here") },
  ]);
});

test('limits of the skill hold while it is active, and the error names it', async () => {
  const { skills } = await openSkillFiles(files);
  const { flows } = await startReplyingModel(() => call('time-now', {}), { skills });
  const { status, error } = await flows.run(
    workflowOf({ ask: ['llm', { userPrompt: QUESTION, skillMode: 'auto', availableTools: ['time-now'] }] }, []),
  );
  expect(status).toBe('failed');
  expect(error).toMatchObject({ code: 'iteration-limit', message: expect.stringContaining("skill 'invoice-check' allows 2") });
});

test('a skill with a time limit ends when that is over', async () => {
  const slow = invoice.replace('max_iterations: 2', 'timeout: 1');
  const { skills } = await openSkillFiles({ ...files, 'invoice-check/SKILL.md': slow });
  const { flows } = await startReplyingModel(() => ({ ...say('late'), firstTokenMs: 20_000 }), { skills });
  const { error } = await flows.run(workflowOf({ ask: ['llm', { userPrompt: QUESTION, skillMode: 'auto' }] }, []));
  expect(error).toMatchObject({ code: 'skill-timed-out', message: "The skill 'invoice-check' did not finish within 1 s" });
});

test('a skill that a model reads by itself narrows its tools and sets its limits from then on', async () => {
  const { skills } = await openSkillFiles(files);
  const steps = [
    call('http_request', { url: 'not-an-address' }),
    call('read_skill', { skill: 'invoice-check', path: 'references/rules.md' }),
    call('read_skill', { skill: 'invoice-check' }),
    call('http_request', { url: 'not-an-address' }),
  ];
  const { flows, fake } = await startReplyingModel(({ messages }) => steps[resultsIn(messages)] ?? call('time-now', {}), {
    skills,
  });
  const ask = { userPrompt: 'Say hello to Ada', skillMode: 'auto', availableTools: ['time-now', 'http_request'] };
  const { events, error } = await flows.run(workflowOf({ ask: ['llm', ask] }, []));
  const all = ['http_request', 'read_skill', 'time-now'];
  expect(fake.requests.map(({ body }) => names(body))).toEqual([
    all,
    all,
    all,
    ['read_skill', 'time-now'],
    ['read_skill', 'time-now'],
  ]);
  expect(eventsOf(events, 'skill_activated')).toMatchObject([
    { skill: 'invoice-check', by: 'model', reason: 'The model read its instructions.' },
  ]);
  // The model knows of the tool, and still cannot use it.
  expect(eventsOf(events, 'tool_result').at(3)).toMatchObject({
    status: 'invalid',
    error: expect.stringContaining('http_request'),
  });
  expect(error).toMatchObject({ code: 'iteration-limit', message: expect.stringContaining("skill 'invoice-check' allows 5") });
});

test('a skill that is read while another one fits the message opens no tool that this one closed', async () => {
  const trip =
    '---\nname: trip-plan\ndescription: Plans journeys with trains and hotels.\nallowed_tools: [http_request]\n---\nPlan it.';
  const patient = invoice.replace('max_iterations: 2', 'max_iterations: 9');
  const { skills } = await openSkillFiles({ ...files, 'invoice-check/SKILL.md': patient, 'trip-plan/SKILL.md': trip });
  const { flows, fake } = await startReplyingModel(
    ({ messages }) => (resultsIn(messages) === 0 ? call('read_skill', { skill: 'trip-plan' }) : say('Done')),
    { skills },
  );
  const ask = { userPrompt: QUESTION, skillMode: 'auto', availableTools: ['time-now', 'http_request'] };
  const { events } = await flows.run(workflowOf({ ask: ['llm', ask] }, []));
  expect(fake.requests.map(({ body }) => names(body))).toEqual([
    ['read_skill', 'time-now'],
    ['read_skill', 'time-now'],
  ]);
  expect(eventsOf(events, 'skill_activated')).toHaveLength(1);
});

test('in the mode model a model decides, also that none fits, and its call counts', async () => {
  const { skills } = await openSkillFiles(files);
  const { flows } = await startReplyingModel(
    ({ first, last }) =>
      first.includes('decide which skill')
        ? say(
            last.includes('vacation')
              ? '{"skill": "trip-plan", "reason": "It is about a journey"}'
              : '{"skill": null, "reason": ""}',
          )
        : say('Fine'),
    { skills },
  );
  const run = (userPrompt: string) => flows.run(workflowOf({ ask: ['llm', { userPrompt, skillMode: 'model' }] }, []));
  const chosen = await run('Where should I spend my vacation?');
  expect(eventsOf(chosen.events, 'skill_activated')).toMatchObject([
    { skill: 'trip-plan', by: 'model', reason: 'It is about a journey' },
  ]);
  expect(chosen.outputs.ask).toMatchObject({ llmCalls: 2 });
  const none = await run(QUESTION);
  expect(eventsOf(none.events, 'skill_activated')).toEqual([]);
});

test('agents have skills of their own', async () => {
  const { skills } = await openSkillFiles(files);
  const { flows } = await startReplyingModel(() => say(JSON.stringify({ summary: 'It matches', evidence: [] })), { skills });
  const agent = { agent: 'inline', instructions: 'Check papers.', skillMode: 'auto', task: QUESTION };
  const { events } = await flows.run(workflowOf({ ask: ['sub-agent', agent] }, []));
  expect(eventsOf(events, 'skill_activated')).toMatchObject([{ skill: 'invoice-check', parent: { agent: expect.any(String) } }]);
});

test('the node skill returns the skill with its instructions in the language of the workflow', async () => {
  const { skills } = await openSkillFiles(files);
  const { flows } = await startReplyingModel(() => say('x'), { skills });
  const workflow = workflowOf({ find: ['skill', { message: '这张供应商账单和我们的订单对得上吗？' }] }, []);
  const { outputs } = await flows.run({ ...workflow, settings: { ...workflow.settings, language: 'zh-CN' } });
  expect(outputs.find).toMatchObject({
    skillId: 'invoice-check',
    title: '发票核对',
    instructions: '# 发票核对\n逐行比较发票。',
    allowedTools: ['time-now'],
    candidates: [{ skillId: 'invoice-check' }],
  });
  const none = await flows.run(workflowOf({ find: ['skill', { message: 'What is the capital of France?' }] }, []));
  expect(none.outputs.find).toMatchObject({ skillId: null, instructions: '' });
});

test('a node that waited continues with the skill that it began with, whatever the skill says since', async () => {
  const patient = invoice.replace('allowed_tools: [time-now]\nmax_iterations: 2\n', '');
  const { skills, put, later } = await openSkillFiles({ ...files, 'invoice-check/SKILL.md': patient });
  const { flows, fake } = await startReplyingModel(
    ({ messages }) => (resultsIn(messages) === 0 ? call('clock', {}) : say('It matches.')),
    { skills },
  );
  const availableTools = [{ tool: 'time-now', name: 'clock', ask: true }];
  const ask = { userPrompt: QUESTION, skillMode: 'auto', availableTools };
  const { runId, status } = await flows.run(workflowOf({ ask: ['llm', ask] }, []));
  expect(status).toBe('waiting');
  await put('invoice-check/SKILL.md', patient.replace('Compare every line', 'Ignore every line'));
  later();
  const [asked] = eventsOf(await flows.events(runId), 'confirm_required');
  const { approvals } = flows.store.database;
  const said = { runId, actionId: asked?.actionId ?? '', isConfirmed: true, nowMs: flows.store.database.now() };
  approvals.decide(said);
  await flows.engine.resumeWithDecisions(runId);
  await expect.poll(() => flows.store.database.runs.get(runId)?.status).toBe('succeeded');
  const prompts = fake.requests.map(({ body }) => system(body));
  expect(prompts).toHaveLength(2);
  expect(prompts[0]).toContain('Compare every line');
  expect(prompts[1]).toBe(prompts[0]);
  expect(eventsOf(await flows.events(runId), 'skill_activated')).toHaveLength(1);
});

test('a skill stays active over the turns of a session until another one fits; a session may begin with one', async () => {
  const { skills } = await openSkillFiles(files);
  const { flows, fake } = await startReplyingModel(() => say('Fine.'), { skills });
  const flow = workflowOf(
    {
      start: ['start', { inputs: [{ name: 'message', type: 'text', required: true }] }],
      ask: ['llm', { userPrompt: '{{start.message}}', skillMode: 'auto', conversationScope: 'session' }],
    },
    ['start -> ask'],
  );
  const turn = async (session: string, message: string) => {
    const { events, state } = await flows.turn(flow, session, { message });
    const [active] = eventsOf(events, 'skill_activated');
    const prompt = system(fake.requests.at(-1)?.body ?? {});
    return { skill: state.skill, by: active?.by, isInPrompt: prompt.includes('[Active Skill Instructions]') };
  };
  expect(await turn('a', 'Hello')).toEqual({ skill: undefined, by: undefined, isInPrompt: false });
  expect(await turn('a', QUESTION)).toEqual({ skill: 'invoice-check', by: 'lexical', isInPrompt: true });
  expect(await turn('a', 'Yes, go on')).toEqual({ skill: 'invoice-check', by: 'session', isInPrompt: true });
  expect(await turn('a', 'Plan journeys with trains and hotels')).toMatchObject({ skill: 'trip-plan', by: 'lexical' });
  flows.store.database.sessions.set('b', { headRunId: null, skill: 'trip-plan' });
  expect(await turn('b', 'Hello')).toEqual({ skill: 'trip-plan', by: 'session', isInPrompt: true });
  expect(await turn('c', 'Hello')).toMatchObject({ skill: undefined });
});
