import type { FileGrants } from '../run/owner.ts';
import type { Workflow } from './workflow.ts';

type Written = Pick<FileGrants, 'paths' | 'folders'>;

const MAX_PATH_CHARS = 1000;
/** Fields of a node besides its config. */
const NO_CONFIG = new Set(['id', 'type', 'label', 'source', 'target', 'sourceHandle', 'targetHandle']);
/** A frozen document is the same object for each of its runs. */
const known = new WeakMap<Workflow, Written>();

/**
 * The files that the author of a workflow named: every text of a node or an agent without an expression, since each may
 * be a path, and the folders of its settings. A glob names the folder before its first wildcard; '' is every folder.
 */
export function writtenPaths(workflow: Workflow): Written {
  const cached = known.get(workflow);
  if (cached) return cached;
  const paths = new Set<string>();
  const folders = new Set<string>((workflow.settings.folders ?? []).map(plainFolder));
  collect(workflow, { paths, folders });
  const written = { paths: [...paths].sort(), folders: [...folders].sort() };
  known.set(workflow, written);
  return written;
}

type Found = { readonly paths: Set<string>; readonly folders: Set<string> };

function collect(value: unknown, found: Found, key?: string): void {
  if (typeof value === 'string') addText(value, found, key);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value))
    if (!NO_CONFIG.has(name)) collect(inner, found, Array.isArray(value) ? key : name);
}

function addText(text: string, { paths, folders }: Found, key: string | undefined): void {
  if (text === '' || text.length > MAX_PATH_CHARS || /\{\{|\n/.test(text)) return;
  if (key !== 'glob') {
    paths.add(plainPath(text));
    return;
  }
  const names = plainPath(text).split('/');
  const wild = names.findIndex((name) => /[*?]/.test(name));
  // A glob without a folder names all files, which takes the setting.
  if (wild > 0) folders.add(names.slice(0, wild).join('/'));
  else if (wild < 0) paths.add(names.join('/'));
}

function plainPath(path: string): string {
  return path.replace(/^(\.?\/)+/, '');
}

function plainFolder(folder: string): string {
  return plainPath(folder).split('/').filter(Boolean).join('/');
}
