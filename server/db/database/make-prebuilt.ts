/**
 * Writes prebuilt/empty-pg.tar.gz, the empty database that new data folders start from. Run it when
 * PGlite changes.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';

const folder = mkdtempSync(join(tmpdir(), 'threadloom-prebuilt-'));
try {
  const db = await PGlite.create({ dataDir: join(folder, 'pg') });
  // So that what is unpacked needs no recovery.
  await db.exec('CHECKPOINT');
  const tarball = await db.dumpDataDir('gzip');
  await db.close();
  mkdirSync(new URL('../prebuilt/', import.meta.url), { recursive: true });
  writeFileSync(new URL('../prebuilt/empty-pg.tar.gz', import.meta.url), Buffer.from(await tarball.arrayBuffer()));
  console.log(`server/db/prebuilt/empty-pg.tar.gz: ${tarball.size} bytes`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
