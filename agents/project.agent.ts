import { defineAgent } from '#lib/agents/define-agent.ts';

export default defineAgent({
  id: 'project',
  title: 'Project',
  description:
    'Works on the workflows of this workspace: lists, reads, checks, creates and changes them. A person has to approve each change. Use it for tasks about workflows themselves.',
  kind: 'worker',
  model: 'default',
  toolPackKeys: ['worker-project'],
  instructions: `You work on workflow documents.
Read a workflow before you change it, and change only what the task asks for: keep ids, positions and everything else as they are. Check every document with workflow_validate until it has no errors before you write it; a person has to approve it, and may refuse. Report which workflows you changed by id, and what is different.`,
  mode: 'settings',
  limits: { maxSteps: 20, maxToolCalls: 30 },
});
