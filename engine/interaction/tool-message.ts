import type { ToolModelMessage, ToolResultPart } from 'ai';
import type { ToolResult } from '#lib/tools/tool-result.ts';
import type { WantedToolCall } from '../contract/wanted-tool-call.ts';

/** The results of an answer's tool calls as the model gets them: one for each call, in their order. */
export function toolMessage(
  calls: readonly WantedToolCall[],
  results: readonly ToolResult[],
  { seesImages }: { readonly seesImages: boolean },
): ToolModelMessage {
  const content = calls.map(({ id, name }, index): ToolResultPart => {
    const result = results[index];
    if (!result) throw new Error(`Call ${id} of ${name} got no result`);
    return { type: 'tool-result', toolCallId: id, toolName: name, output: outputOf(seesImages ? result : withUnseen(result)) };
  });
  return { role: 'tool', content };
}

function withUnseen(result: ToolResult): ToolResult {
  const { images = [], warnings = [] } = result;
  if (images.length === 0) return result;
  return { ...result, warnings: [...warnings, 'you see no images, so those of this result are not shown to you'] };
}

function outputOf({ status, data, summary, warnings = [], error, verdict }: ToolResult): ToolResultPart['output'] {
  if (status !== 'success') return { type: 'error-text', value: error ?? summary };
  if (verdict && !verdict.isValid) {
    const { reason, problems = [] } = verdict;
    const marked = { verdict: 'invalid', reason, ...(problems.length > 0 && { problems }), doNotRelyOnIt: true };
    return { type: 'json', value: { ...marked, result: data } };
  }
  if (warnings.length === 0) return typeof data === 'string' ? { type: 'text', value: data } : { type: 'json', value: data };
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  return { type: 'text', value: `${text}\n\n${warnings.map((warning) => `Note: ${warning}`).join('\n')}` };
}
