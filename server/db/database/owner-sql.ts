import type { Owner, Reader } from '#lib/run/owner.ts';
import { constant, joinSql, type Sql, sql } from './sql.ts';

/** Tables whose rows say whose they are. */
export type OwnedTable = 'runs' | 'sessions' | 'files' | 'file_versions' | 'file_uploads' | 'memory_users';

/**
 * The owner of a row without `owner_kind`, of an earlier build: the one that other columns name without a doubt,
 * else the workspace. Kind and id, as two expressions, for a row that names no key.
 */
const EARLIER: Readonly<Record<OwnedTable, (name: string) => { readonly kind: string; readonly id: string }>> = {
  // A published run without the key of a caller is that of a trigger.
  runs: (name) => ({
    kind: `CASE WHEN ${name}.slug IS NULL THEN 'workspace' WHEN ${name}.caller_key_id IS NULL THEN 'trigger' ELSE 'endpoint' END`,
    id: `coalesce(${name}.slug, '')`,
  }),
  sessions: ofSlug,
  memory_users: ofSlug,
  files: ofWorkspace,
  file_uploads: ofWorkspace,
  file_versions: ofWorkspace,
};

function ofSlug(name: string) {
  return { kind: `CASE WHEN ${name}.slug IS NULL THEN 'workspace' ELSE 'endpoint' END`, id: `coalesce(${name}.slug, '')` };
}

function ofWorkspace() {
  return { kind: `'workspace'`, id: `''` };
}

/** Kind and id of the owner of a row, as two expressions. */
function ownerOf(table: OwnedTable, name: string): { readonly kind: string; readonly id: string } {
  const { kind, id } = EARLIER[table](name);
  const key = `${name}.key_id`;
  const hasKey = table !== 'file_versions';
  const named = hasKey
    ? `CASE WHEN ${key} LIKE 'visitor-%' THEN 'visitor' WHEN ${key} IS NOT NULL THEN 'key' ELSE ${kind} END`
    : kind;
  return {
    kind: `coalesce(${name}.owner_kind, ${named})`,
    id: `coalesce(${name}.owner_id, ${hasKey ? `${key}, ` : ''}${id})`,
  };
}

/** The owner of a row as one value, for a select list: `{ kind, id }`. */
export function ownerColumn(table: OwnedTable, name: string = table): Sql {
  const { kind, id } = ownerOf(table, name);
  return constant(`json_build_object('kind', ${kind}, 'id', ${id}) AS owner`);
}

/** `canRead` for the rows of a table, without the endpoint of runs. */
export function ownerCondition(reader: Reader, table: OwnedTable, name: string = table): Sql {
  if (reader.isMember) return sql`true`;
  const { kind, id } = ownerOf(table, name);
  const owners = reader.owners.filter((owner) => owner.kind !== 'workspace');
  if (owners.length === 0) return sql`false`;
  return sql`(${constant(kind)}, ${constant(id)}) IN (${joinSql(owners.map(pairOf), ', ')})`;
}

/** `canRead` for runs. */
export function runCondition(reader: Reader, name = 'runs'): Sql {
  if (reader.isMember) return sql`true`;
  const { slug, workflowId } = reader;
  const at = sql`${constant(`${name}.slug`)} = ${slug} AND ${constant(`${name}.workflow_id`)} = ${workflowId}`;
  return sql`(${at} AND ${ownerCondition(reader, 'runs', name)})`;
}

function pairOf({ kind, id }: Owner): Sql {
  return sql`(${kind}, ${id})`;
}
