import { z } from 'zod';
import { readBlocks } from '../conversation/content-blocks.ts';

/** The result of a call, as its caller gives it. */
export type GivenResult = {
  readonly callId: string;
  readonly output: string;
  /** Of the id, for errors. */
  readonly field: string;
};

export const calledSchema = z.array(z.looseObject({ id: z.string().max(200) })).nullish();
type Message = {
  readonly role: string;
  readonly content?: unknown;
  readonly tool_call_id?: string | null | undefined;
  readonly tool_calls?: z.output<typeof calledSchema>;
};

export type Calls = {
  /** Results that end the conversation: the run that waits for them continues. */
  readonly results: readonly GivenResult[];
  /** All calls that the conversation contains. */
  readonly pastCallIds: readonly string[];
};

/** Calls of tools of the caller in a conversation of chat completions. */
export function chatCalls(messages: readonly Message[]): Calls {
  const afterOthers = messages.findLastIndex(({ role }) => role !== 'tool') + 1;
  const results = messages.slice(afterOthers).map(({ content, tool_call_id }, index) => {
    const at = `messages.${afterOthers + index}`;
    return {
      callId: tool_call_id ?? '',
      output: textOf(content, `${at}.content`),
      field: `${at}.tool_call_id`,
    };
  });
  return { results, pastCallIds: messages.flatMap(({ tool_calls }) => tool_calls?.map(({ id }) => id) ?? []) };
}

/** Models get results of tools as texts. */
function textOf(output: unknown, field: string): string {
  return readBlocks(output, { field, isWhole: false }).content;
}

export const outputItemSchema = z.looseObject({
  type: z.literal('function_call_output'),
  call_id: z.string().max(200),
  output: z.unknown(),
});
const callItemSchema = z.looseObject({ type: z.literal('function_call'), call_id: z.string().max(200) });

/** Calls of tools of the caller in the items of a response. */
export function responseCalls(items: readonly unknown[]): Calls {
  const afterOthers = items.findLastIndex((item) => !outputItemSchema.safeParse(item).success) + 1;
  const results = items.slice(afterOthers).flatMap((item, index) => {
    const { data } = outputItemSchema.safeParse(item);
    const at = `input.${afterOthers + index}`;
    return data ? [{ callId: data.call_id, output: textOf(data.output, `${at}.output`), field: `${at}.call_id` }] : [];
  });
  return { results, pastCallIds: items.flatMap((item) => callItemSchema.safeParse(item).data?.call_id ?? []) };
}
