import type { z } from 'zod';

export type ProcessorDefinition<Id extends string = string, Config extends z.ZodObject = z.ZodObject> = {
  /** As documents name it: `keep-recent`. */
  readonly id: Id;
  readonly title: string;
  readonly description: string;
  /**
   * It adds one message at that end of each request, instead of making the conversation smaller.
   * Before model calls the message is sent and not kept.
   */
  readonly adds?: 'start' | 'end';
  readonly config: Config;
};
// biome-ignore lint/suspicious/noExplicitAny: a definition of any config; parsing gives the right one
export type AnyProcessorDefinition = ProcessorDefinition<string, any>;
export type ProcessorRegistry = Readonly<Record<string, AnyProcessorDefinition>>;
export type ProcessorConfig<Processor extends AnyProcessorDefinition> = z.output<Processor['config']>;

/** A context processor as data. Its code is in `engine/interaction/processors/<id>.handler.ts`. */
export function defineProcessor<const Id extends string, Config extends z.ZodObject>(
  processor: ProcessorDefinition<Id, Config>,
): ProcessorDefinition<Id, Config> {
  return processor;
}
