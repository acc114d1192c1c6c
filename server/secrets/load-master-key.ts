import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#lib/errors/app-error.ts';

const KEY_BYTES = 32;
const FILE = 'secret.key';
const OTHERS_MAY = 0o077;

/**
 * The key that encrypts all secrets at rest: `THREADLOOM_SECRET_KEY`, or a file in the data folder
 * that is created once and readable by its owner only.
 * @remarks Processes that share a database need the same key, so with `DATABASE_URL` it belongs
 * into the environment.
 * @throws {AppError} `data-folder-unusable`: the file cannot be made
 * @throws {AppError} `config-invalid`: not 32 bytes of base64, or a file that others can read
 */
export async function loadMasterKey({
  secretKey,
  dataFolder,
  onMade = () => {},
}: {
  secretKey: string | undefined;
  dataFolder: string;
  /** Called with the path of a file that was made. */
  onMade?: (path: string) => void;
}): Promise<Buffer> {
  if (secretKey !== undefined) return decode(secretKey, 'THREADLOOM_SECRET_KEY');
  const path = join(dataFolder, FILE);
  if (!(await exists(path)) && (await makeOnce(path, dataFolder))) onMade(path);
  const { mode } = await stat(path);
  if (mode & OTHERS_MAY)
    throw new AppError('config-invalid', `${path} can be read by others. Make it private: chmod 600 ${path}`);
  return decode(await readFile(path, 'utf8'), path);
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** @returns whether this process made it */
async function makeOnce(path: string, folder: string): Promise<boolean> {
  const written = `${path}.${randomBytes(8).toString('hex')}`;
  try {
    await mkdir(folder, { recursive: true });
    const file = await open(written, 'wx', 0o600);
    await file.writeFile(`${randomBytes(KEY_BYTES).toString('base64')}\n`);
    await file.sync();
    await file.close();
    // A link fails where the file exists, and shows all of it or nothing: of processes that start at the same
    // time, one makes the key and each reads it, and a process that dies leaves no empty key.
    await link(written, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw new AppError(
      'data-folder-unusable',
      `${path} cannot be made: ${(error as Error).message}. Set THREADLOOM_SECRET_KEY, or THREADLOOM_DATA_DIR to a folder that can be written`,
      {
        cause: error,
      },
    );
  } finally {
    await rm(written, { force: true });
  }
}

function decode(text: string, where: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length === KEY_BYTES) return key;
  throw new AppError(
    'config-invalid',
    `${where} does not hold ${KEY_BYTES} bytes in base64. Make one: openssl rand -base64 ${KEY_BYTES}`,
  );
}
