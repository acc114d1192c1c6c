import type { ModelMessage } from 'ai';
import type { Artifact } from '../contract/define-processor-handler.ts';
import { partsOf } from './message-text.ts';

const MAX_ARTIFACTS = 200;
const MAX_NAME_CHARS = 300;
const MAX_DEPTH = 4;

/** Stored results and files in the results of tools; a path that was written counts too. */
export function artifactsIn(messages: readonly ModelMessage[]): Artifact[] {
  const written = new Map<string, string>();
  return messages.flatMap(partsOf).flatMap((part): Artifact[] => {
    if (part.type === 'tool-call') {
      const { path } = (part.input ?? {}) as { path?: unknown };
      if (part.toolName === 'write_file' && typeof path === 'string') written.set(part.toolCallId, path);
    }
    if (part.type !== 'tool-result') return [];
    const path = written.get(part.toolCallId);
    const isDone = part.output.type === 'json' || part.output.type === 'text';
    const own: Artifact[] = path !== undefined && isDone ? [{ kind: 'file', name: path, tool: part.toolName }] : [];
    return [...own, ...(part.output.type === 'json' ? artifactsOf(part.output.value, part.toolName) : [])];
  });
}

/** Both lists, each artifact once, the latest last. */
export function addArtifacts(known: readonly Artifact[], found: readonly Artifact[]): readonly Artifact[] {
  if (found.length === 0) return known;
  const names = new Set(found.map(keyOf));
  const distinct = new Map(found.map((artifact) => [keyOf(artifact), artifact]));
  return [...known.filter((artifact) => !names.has(keyOf(artifact))), ...distinct.values()].slice(-MAX_ARTIFACTS);
}

export function artifactLine({ kind, name, tool, size }: Artifact): string {
  const about = kind === 'result' ? `ref ${name}` : `file ${name}`;
  return `${about} (${tool}${size === undefined ? '' : `, ${size} ${kind === 'result' ? 'characters' : 'bytes'}`})`;
}

function artifactsOf(value: unknown, tool: string, depth = 0): Artifact[] {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.slice(0, MAX_ARTIFACTS).flatMap((item) => artifactsOf(item, tool, depth + 1));
  const { ref, chars, fileId, name, bytes } = value as Record<string, unknown>;
  if (typeof ref === 'string' && typeof chars === 'number') return [{ kind: 'result', name: ref, tool, size: chars }];
  if (typeof fileId === 'string')
    return [
      {
        kind: 'file',
        name: (typeof name === 'string' ? name : fileId).slice(0, MAX_NAME_CHARS),
        tool,
        ...(typeof bytes === 'number' && { size: bytes }),
      },
    ];
  return Object.values(value).flatMap((item) => artifactsOf(item, tool, depth + 1));
}

function keyOf({ kind, name }: Artifact): string {
  return `${kind} ${name}`;
}
