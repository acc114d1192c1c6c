import type { JsonSchema } from '#lib/json/json-schema.ts';

/** A call of a tool of a module. */
export type ExportedCall = {
  readonly toolCallId: string;
  /** Aborts on stop and time limit. */
  readonly signal: AbortSignal;
};

/** A tool that a module exports, whichever library it is of. */
export type ExportedTool = {
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly inputSchema: JsonSchema;
  /** The tool itself asks for an approval of its calls. */
  readonly needsApproval: boolean;
  /** Rejects with what the tool throws. */
  call(input: Readonly<Record<string, unknown>>, call: ExportedCall): Promise<unknown>;
};
