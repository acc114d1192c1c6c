import { NodeFailure } from '#lib/errors/node-failure.ts';
import readResult from '#tools/read_result.tool.ts';
import { defineToolHandler } from '../contract/define-tool-handler.ts';
import { sliceText } from '../tools/large-data.ts';

export default defineToolHandler(readResult, async ({ input, context }) => {
  const { ref, offset, length } = input;
  const whole = await context.tools.payloads.readPayload(context.workspaceId, ref);
  if (whole === undefined)
    throw new NodeFailure('result-not-found', `There is no stored result '${ref}'`, {
      path: 'ref',
      hint: 'Copy the ref of a result exactly',
    });
  // A length of one could not get past a character of two.
  const text = sliceText(whole, offset, offset + Math.max(length, 2));
  const next = offset + text.length;
  const nextOffset = next < whole.length ? next : null;
  return {
    data: { ref, text, offset, nextOffset, chars: whole.length },
    summary: `Read characters ${offset} to ${next} of ${whole.length}`,
  };
});
