import type { RunIdentity } from '#lib/ports/run-store.ts';
import type { FileScope } from '#lib/ports/workspace-files.ts';
import { inlineBytes } from '#lib/run/file-value.ts';
import { type FileGrants, MEMBER, type Owner, type Reader, WORKSPACE_OWNER } from '#lib/run/owner.ts';
import { inputFilesOf } from '#lib/workflow/file-inputs.ts';
import { readStartInputs } from '#lib/workflow/start-inputs.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { writtenPaths } from '#lib/workflow/written-paths.ts';

type Begun = { readonly workflow: Workflow | undefined; readonly inputs: Readonly<Record<string, unknown>> };

/**
 * The files of a run. One of the workspace reads all of them. A published one reads what its owner may read, its own
 * files, its file inputs, which were checked when it started, and what its author wrote into the workflow: values that
 * came from outside name nothing else.
 */
export function fileScopeOf({ runId, workflowId, deployment }: RunIdentity, begun: Begun): FileScope {
  const owner = deployment?.owner ?? WORKSPACE_OWNER;
  if (!deployment || owner.kind === 'workspace') return { owner, reader: MEMBER };
  const { slug } = deployment;
  const reader: Reader = { isMember: false, owners: readAs(owner, slug), slug, workflowId, runId, granted: grantsOf(begun) };
  return { owner, reader };
}

/** The events of a trigger come from different people, so each of its runs reads only its own files. */
function readAs(owner: Owner, slug: string): readonly Owner[] {
  if (owner.kind === 'trigger') return [];
  return owner.kind === 'key' ? [owner, { kind: 'endpoint', id: slug }] : [owner];
}

function grantsOf({ workflow, inputs }: Begun): FileGrants {
  if (!workflow) return { fileIds: [], paths: [], folders: [] };
  const start = workflow.nodes.find(({ type }) => type === 'start');
  const declared = readStartInputs(start?.config.inputs).data ?? [];
  const fileIds = inputFilesOf(declared, inputs).flatMap(({ value }) => idIn(value));
  return { fileIds, ...writtenPaths(workflow) };
}

/** A value with its own content names no file: its id was not checked. */
function idIn(value: unknown): string[] {
  if (inlineBytes(value)) return [];
  const { fileId } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return typeof fileId === 'string' ? [fileId] : [];
}
