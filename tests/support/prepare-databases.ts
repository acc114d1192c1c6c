import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '#server/db/database/migrate.ts';
import { openDatabase } from '#server/db/database/open-database.ts';
import { CLUSTER_TEMPLATE_VARIABLE, initializeCluster, makeClusterFolder, startCluster } from './postgres-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server where tests may create databases. */
    postgresUrl: string;
    /** Name of a database on that server with all tables, to be used as a template. */
    postgresTemplate: string;
    /** A data folder whose embedded database has all tables, to be copied. */
    dataFolderTemplate: string;
  }
}

const TEMPLATE = 'threadloom_template';

/** Vitest's globalSetup: a private cluster for all files, and one migrated database of each kind to copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.DATABASE_URL_TEST;
  const clusterFolder = makeClusterFolder();
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-template-'));
  const removeFolders = () => {
    for (const path of [clusterFolder, folder]) rmSync(path, { recursive: true, force: true });
  };
  try {
    process.env[CLUSTER_TEMPLATE_VARIABLE] = join(clusterFolder, 'data');
    initializeCluster(join(clusterFolder, 'data'));
    const cluster = given ? { url: given, stop: async () => {} } : await startCluster();
    const template = `${TEMPLATE}_${process.pid}`;
    const dataFolder = join(folder, 'data');
    await Promise.all([createTemplate(cluster.url, template), createTables({ dataFolder })]);
    project.provide('postgresUrl', cluster.url);
    project.provide('postgresTemplate', template);
    project.provide('dataFolderTemplate', dataFolder);
    return async () => {
      if (given) await runOnServer(given, `DROP DATABASE IF EXISTS ${template}`);
      await cluster.stop();
      removeFolders();
    };
  } catch (error) {
    removeFolders();
    throw error;
  }
}

async function createTemplate(server: string, name: string): Promise<void> {
  await runOnServer(server, `CREATE DATABASE ${name}`);
  await createTables({ databaseUrl: databaseUrlOf(server, name), dataFolder: '' });
}

async function createTables(options: Parameters<typeof openDatabase>[0]): Promise<void> {
  const database = await openDatabase(options);
  await migrate(database.pool).finally(() => database.close());
}

/** The address of another database on the same server. */
export function databaseUrlOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

export async function runOnServer(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
