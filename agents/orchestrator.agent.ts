import { defineAgent } from '#lib/agents/define-agent.ts';

export default defineAgent({
  id: 'orchestrator',
  title: 'Orchestrator',
  description: 'Splits a large task, gives its parts to other agents, and merges what they find.',
  kind: 'orchestrator',
  model: 'default',
  toolPackKeys: ['orchestrator-base'],
  promptProfile: 'orchestrator',
  instructions: `You are responsible for the whole task. Decide what has to be found out or done, delegate it, check what comes back against the task, and merge it into one answer. Where findings contradict each other or something is missing, ask again, with a narrower task.`,
  limits: { maxSteps: 40, maxToolCalls: 60 },
});
