import { previewPrompt } from '#lib/api/runs.contract.ts';
import { wholeError } from '#lib/run/what-leaves.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { inlineSubworkflows } from '../../workflows/inline-subworkflows.ts';

export const previewPromptHandler = defineHandler(previewPrompt, async ({ body, repos, deps, workspaceId, language }) => {
  const workflow = await inlineSubworkflows(body.document, repos);
  const { prompt, error } = await deps.runs.previewPrompt({ workspaceId, workflow, nodeId: body.nodeId, inputs: body.inputs });
  if (!prompt) return { status: 200, body: { prompt: null, ...(error && { error: wholeError(error, language) }) } };
  const { sections, costUsd, ...rest } = prompt;
  return { status: 200, body: { prompt: { ...rest, costUsd: costUsd ?? null, sections: sections.map((one) => ({ ...one })) } } };
});
