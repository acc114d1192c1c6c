import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { contracts } from '#lib/api/contracts.gen.ts';
import type { Contract } from '#lib/api/define-contract.ts';
import type { Database } from '#server/db/database/open-database.ts';
import type { Artefact } from './find-secrets.ts';

/** Ids for the paths of the API: for each parameter the values of one workspace. */
export type KnownIds = {
  readonly workflowIds: readonly string[];
  readonly runIds: readonly string[];
  readonly slug: string;
};

/** Every GET operation of the API whose address these ids fill. The answers, whatever their status. */
export async function readApi(server: string, ids: KnownIds, request: typeof fetch): Promise<Artefact[]> {
  const answers: Artefact[] = [];
  for (const contract of Object.values(contracts) as Contract[]) {
    if (contract.method !== 'GET') continue;
    for (const path of addressesOf(contract, ids)) {
      const response = await request(`${server}${path}`, { headers: { accept: 'application/json' } });
      answers.push({ where: `GET ${path}`, content: await response.text() });
    }
  }
  return answers;
}

function addressesOf({ path }: Contract, { workflowIds, runIds, slug }: KnownIds): string[] {
  const subject = path.split('/')[3] ?? '';
  const ids = subject === 'workflows' ? workflowIds : subject === 'runs' ? runIds : [];
  const filled = path.replace('{slug}', slug).replace('{number}', '1').replace('{seq}', '2');
  const all = filled.includes('{id}') ? ids.map((id) => filled.replace('{id}', id)) : [filled];
  return all.filter((address) => !address.includes('{'));
}

/** The pages of the studio, as the server renders them. */
export async function readPages(server: string, { workflowIds, runIds }: KnownIds): Promise<Artefact[]> {
  const fixed = [
    '/',
    '/approvals',
    '/credentials',
    '/models',
    '/monitor',
    '/runs',
    '/settings',
    '/templates',
    '/tools',
    '/usage',
    '/api-docs',
  ];
  const paths = [
    ...fixed,
    ...workflowIds.flatMap((id) => [`/workflows/${id}`, `/workflows/${id}/graph`, `/workflows/${id}/versions`]),
    ...runIds.map((id) => `/runs/${id}`),
  ];
  const pages: Artefact[] = [];
  for (const path of paths) {
    const response = await fetch(`${server}${path}`);
    if (!response.ok) throw new Error(`The page ${path} was answered with ${response.status}`);
    pages.push({ where: `page ${path}`, content: await response.text() });
  }
  return pages;
}

/** Every row of every table, as text. */
export async function dumpDatabase(database: Pick<Database, 'pool'> | string): Promise<Artefact[]> {
  const pool = typeof database === 'string' ? new pg.Pool({ connectionString: database }) : database.pool;
  try {
    const { rows } = await pool.query<{ name: string }>(
      `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
    );
    const tables: Artefact[] = [];
    for (const { name } of rows) {
      const { rows: lines } = await pool.query<{ line: string }>(`SELECT row_to_json(t)::text AS line FROM ${name} t`);
      tables.push({ where: `table ${name}`, content: lines.map(({ line }) => line).join('\n') });
    }
    return tables;
  } finally {
    if (pool instanceof pg.Pool && typeof database === 'string') await pool.end();
  }
}

/** A backup file, unpacked. */
export function readBackupFile(file: string): Artefact {
  return { where: 'backup', content: gunzipSync(readFileSync(file)) };
}
