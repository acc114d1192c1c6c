import type { z } from 'zod';
import type { JsonSchema } from '../json/json-schema.ts';

type Example<Config> = { readonly title: string; readonly config: Config };

/** A kind of trigger as data. Its handler is `server/triggers/handlers/<id>.handler.ts`. */
export type TriggerDefinition<Id extends string = string, Config extends z.ZodObject = z.ZodObject> = {
  readonly id: Id;
  readonly version: number;
  readonly title: string;
  /** One sentence. */
  readonly summary: string;
  /** Name of a lucide icon. */
  readonly icon: string;
  readonly config: Config;
  /**
   * What brings its events: a request to its address, a time, or something that the server looks at
   * from time to time.
   */
  readonly source: 'request' | 'time' | 'look';
  /** Schema of `trigger` in its expressions. */
  readonly event: JsonSchema;
  /** An event as it could come, with the shape of `event`. */
  sampleEvent(config: z.output<Config>, at: Date): Readonly<Record<string, unknown>>;
  /** Inputs of `start` that the document does not map are the fields of `values` in its event. @defaultValue false */
  readonly fillsInputs?: true;
  /** Inputs that a workflow without any gets with the trigger, each with its value in terms of the event. */
  readonly firstInputs?: Readonly<Record<string, { readonly type: 'text' | 'json'; readonly value: string }>>;
  /** Whether requests are checked with a secret of the trigger. @defaultValue never */
  hasSecret?(config: z.output<Config>): boolean;
  readonly initialConfig?: Readonly<Record<string, unknown>>;
  readonly examples: readonly [Example<z.input<Config>>, ...Example<z.input<Config>>[]];
  /** Markdown for the page of the kind. */
  readonly docs: string;
};

// biome-ignore lint/suspicious/noExplicitAny: a definition of any config
export type AnyTriggerDefinition = TriggerDefinition<string, any>;
export type TriggerRegistry = Readonly<Record<string, AnyTriggerDefinition>>;
export type TriggerConfigOf<Trigger extends AnyTriggerDefinition> = z.output<Trigger['config']>;

/** A kind of trigger; the registry is generated. */
export function defineTrigger<const Id extends string, Config extends z.ZodObject>(
  trigger: TriggerDefinition<Id, Config>,
): TriggerDefinition<Id, Config> {
  return trigger;
}
