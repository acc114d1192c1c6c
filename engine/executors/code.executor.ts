import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import type { ConfigOf } from '#lib/node-kit/define-node.ts';
import type { SandboxFailure, SandboxFailureReason } from '#lib/ports/sandbox.ts';
import { checkJsonSchema } from '#lib/workflow/check-json-schema.ts';
import code from '#nodes/code/code.node.ts';
import { adviseOnFailure } from '../code/advise-on-failure.ts';
import { assertInputsFit } from '../code/assert-inputs-fit.ts';
import { describeFailure } from '../code/describe-failure.ts';
import { grantedEnvironment } from '../code/granted-environment.ts';
import { loadFiles } from '../code/load-files.ts';
import { OutputBatcher } from '../code/output-batcher.ts';
import { runCode } from '../code/run-code.ts';
import { defineExecutor, type Effect, type ExecutorContext } from '../contract/define-executor.ts';
import { keepFiles } from '../tools/keep-files.ts';

type CodeConfig = ConfigOf<typeof code>;

export default defineExecutor(code, async ({ config, context }) => {
  const { inputSchema, inputs, grants } = config;
  if (inputSchema) assertInputsFit(inputs, inputSchema);
  if (!grants || grants.hosts.length === 0) return { out: await run(config, context) };
  const effect: Effect = {
    key: 'code',
    kind: 'code',
    name: `code that may call ${grants.hosts.join(', ')}`,
    effects: 'write',
    isRepeatable: grants.isRepeatable,
    fromPerson: (value) => (config.keepFiles ? { value, files: [] } : value),
  };
  return { out: await context.effect(effect, () => run(config, context)) };
});

async function run({ outputSchema, ...config }: CodeConfig, context: ExecutorContext): Promise<unknown> {
  const { files, keepFiles: keepsFiles, grants, inputSchema: _, ...program } = config;
  const given = await loadFiles(files, { context, pathOf: (name) => `config.files.${name}` });
  const environment = grantedEnvironment(grants?.environment ?? [], context);
  const printed = new OutputBatcher(({ stream, text }) => context.emit({ type: 'code_output', stream, content: text }));
  const result = await runCode(
    { ...program, files: given, keepsFiles, environment },
    {
      context,
      onOutput: (output) => printed.add(output),
      ...(grants &&
        grants.hosts.length > 0 && {
          network: { hosts: grants.hosts, fetch: context.fetch, credentials: credentialsOf(grants.credentials, context) },
        }),
    },
  ).finally(() => printed.flush());
  if (!result.ok && !isQuietExit(result.failure)) throw codeFailure(result.failure, program.code);
  const value = result.ok ? result.value : null;
  if (outputSchema) assertFits(value, outputSchema);
  if (!keepsFiles) return value;
  return { value, files: result.ok ? await keepFiles(result.files ?? [], { folder: context.nodeId, context }) : [] };
}

function credentialsOf(slots: readonly string[], { credentialOf }: ExecutorContext) {
  return Object.fromEntries(
    slots.map((slot, index) => [slot, credentialOf(slot, `config.grants.credentials[${index}]`)] as const),
  );
}

/** `sys.exit()` is an end like any other. */
function isQuietExit({ reason, exitCode }: SandboxFailure): boolean {
  return reason === 'exited' && exitCode === 0;
}

const failureCodes: Readonly<Record<SandboxFailureReason, string>> = {
  syntax: 'code-invalid',
  threw: 'code-failed',
  exited: 'code-failed',
  'timed-out': 'code-timed-out',
  'out-of-memory': 'code-out-of-memory',
  'bad-result': 'code-result-invalid',
  'bad-files': 'code-files-invalid',
  crashed: 'code-failed',
};

const faultyFields: Partial<Record<SandboxFailureReason, { path: string; hint: string }>> = {
  'timed-out': { path: 'config.timeoutMs', hint: 'Raise the time limit, or let the code do less' },
  'out-of-memory': { path: 'config.memoryMb', hint: 'Raise its memory, or let the code hold less at once' },
  'bad-result': { path: 'config.code', hint: 'Return what JSON can hold: text, numbers, true or false, null, lists and objects' },
  'bad-files': { path: 'config.code', hint: 'Write fewer or smaller files, under plain names' },
};

function codeFailure(failure: SandboxFailure, source: string): NodeFailure {
  const { reason } = failure;
  const hint = reason === 'threw' ? adviseOnFailure(failure.message) : undefined;
  const fault = faultyFields[reason] ?? { path: 'config.code', ...(hint !== undefined && { hint }) };
  return new NodeFailure(failureCodes[reason], describeFailure(failure, source), fault);
}

function assertFits(value: unknown, schema: JsonSchema): void {
  const [first, ...others] = checkJsonSchema(value, schema);
  if (!first) return;
  const more = others.length > 0 ? `, and ${others.length} more` : '';
  const place = first.path === '' ? 'the value' : first.path;
  throw new NodeFailure(
    'output-invalid',
    `What the code returns does not fit the output schema: ${place} ${first.message}${more}`,
    {
      path: 'config.outputSchema',
      hint: 'Return what the schema describes, or change the schema',
    },
  );
}
