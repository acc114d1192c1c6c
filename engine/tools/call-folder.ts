import { createHash } from 'node:crypto';
import type { ToolContext } from '../contract/define-tool-handler.ts';

const CALL_CHARS = 12;

/** The folder for files of one call. Hashes the call id: the model chooses it, so it may not be a valid folder name. */
export function callFolder({ nodeId, toolCallId, parent }: Pick<ToolContext, 'nodeId' | 'toolCallId' | 'parent'>): string {
  const call = createHash('sha256')
    .update(`${parent?.toolCallId ?? ''} ${toolCallId}`)
    .digest('hex')
    .slice(0, CALL_CHARS);
  return `${nodeId}/${call}`;
}
