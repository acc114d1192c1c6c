import { afterAll, beforeAll, expect, test } from 'vitest';
import { contracts } from '#lib/api/contracts.gen.ts';
import type { Database } from '#server/db/database/open-database.ts';
import { distinct } from '../support/access/access-case.ts';
import { ADMIN_TOKEN, makeWorld, SHARED_PATH, type World } from '../support/access/access-world.ts';
import { openAdminDoor } from '../support/access/admin-door.ts';
import { operationCases, operationNames } from '../support/access/operation-cases.ts';
import { protocolCases, protocolMethods, routeOfCase } from '../support/access/protocol-cases.ts';
import { changedRows, readRows } from '../support/access/row-snapshot.ts';
import { runCases } from '../support/access/run-cases.ts';
import { socketProblems } from '../support/access/socket-cases.ts';
import { startApi } from '../support/api-server.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { makeSeeds, type SeedRequest } from '../support/fuzz/seed-requests.ts';
import { ServerProcess } from '../support/server-process.ts';

let place: DatabaseLocation;
let server: ServerProcess;
let database: Database;
let world: World;
let seeds: ReadonlyMap<string, SeedRequest>;

beforeAll(async () => {
  place = await makeDatabaseLocation();
  server = await ServerProcess.start({ ...place, env: { THREADLOOM_ADMIN_TOKEN: ADMIN_TOKEN } });
  database = await place.open();
  const door = await openAdminDoor(server.url, ADMIN_TOKEN);
  seeds = new Map((await makeSeeds(door.url)).map((seed) => [seed.operation, seed]));
  world = await makeWorld(door.url, database);
  door.close();
});
afterAll(async () => {
  await server?.end();
  await database?.close();
  await place?.remove();
});

test('no caller reads or changes what belongs to another, over any operation, stream, socket or protocol', {
  timeout: 300_000,
}, async () => {
  const operations = operationNames.flatMap((name) => operationCases(name, seeds.get(name), world));
  const cases = distinct([...operations, ...protocolCases(world)]);
  const before = await readRows(database);
  const startedAt = performance.now();
  const judged = await runCases(server.url, cases, world);
  const sockets = await socketProblems(server.url, world);
  // Runs that callers may start write it, each a revision of its own.
  const { rows: shared } = await database.pool.query<{ id: string }>('SELECT id FROM files WHERE path = $1', [SHARED_PATH]);
  const changed = changedRows(before, await readRows(database)).filter(
    (row) => !shared.some(({ id }) => row.includes(`"id": "${id}"`) || row.includes(`"file_id": "${id}"`)),
  );

  const covered = new Set(cases.map(({ covers }) => covers));
  const { routes } = await startApi(database);
  const pathsOfOperations = new Set(operationNames.map((name) => contracts[name].path.replaceAll(/\{(\w+)\}/g, ':$1')));
  const routesOfCases = new Set([...covered].map(routeOfCase));
  const operationsUncovered = [
    ...operationNames.filter((name) => !covered.has(name)),
    ...protocolMethods.filter((name) => !covered.has(name)),
    ...routes.filter((route) => !routesOfCases.has(route) && !pathsOfOperations.has(route.slice(route.indexOf(' ') + 1))),
  ];
  const leaks = [...judged.flatMap(({ problem }) => problem ?? []), ...sockets.problems, ...changed];
  console.info(
    `${operationNames.length} operations, ${covered.size - operationNames.length} routes and methods of protocols, ${cases.length} requests, ${sockets.messages} messages of sockets, operationsUncovered ${operationsUncovered.length}, leaks ${leaks.length}, ${Math.round(performance.now() - startedAt)} ms`,
  );
  expect(leaks.slice(0, 40)).toEqual([]);
  expect(leaks.length).toBe(0);
  expect(operationsUncovered).toEqual([]);
});
