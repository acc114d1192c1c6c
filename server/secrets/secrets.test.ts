import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadMasterKey } from './load-master-key.ts';
import { SecretBox } from './secret-box.ts';

const box = new SecretBox([randomBytes(32)]);

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('a secret is encrypted, and decrypted only in its own context', () => {
  const sealed = box.seal('whsec-漢字', 'webhooks:run_1:secret');
  expect(sealed).not.toContain('whsec');
  expect(box.open(sealed, 'webhooks:run_1:secret')).toBe('whsec-漢字');
  expect(box.seal('whsec-漢字', 'webhooks:run_1:secret')).not.toBe(sealed);
});

test.each([
  ['moved to another row', (sealed: string) => box.open(sealed, 'webhooks:run_2:secret')],
  ['changed', (sealed: string) => box.open(`${sealed.slice(0, -4)}AAAA`, 'webhooks:run_1:secret')],
  ['cut short', (sealed: string) => box.open(sealed.slice(0, 30), 'webhooks:run_1:secret')],
  ['sealed with another key', (sealed: string) => new SecretBox([randomBytes(32)]).open(sealed, 'webhooks:run_1:secret')],
  ['not sealed at all', () => box.open('plain', 'webhooks:run_1:secret')],
])('a secret that was %s is refused', (_what, open) => {
  const sealed = box.seal('secret', 'webhooks:run_1:secret');
  expect(() => open(sealed)).toThrow(expect.objectContaining({ code: 'secret-unreadable' }));
});

test('a previous key still decrypts after it was replaced', () => {
  const old = randomBytes(32);
  const sealed = new SecretBox([old]).seal('secret', 'a');
  const both = new SecretBox([randomBytes(32), old]);
  expect(both.open(sealed, 'a')).toBe('secret');
});

test('the key file is created once, readable by its owner only, and the same for concurrent starts', async () => {
  const dataFolder = scratch();
  const keys = await Promise.all(Array.from({ length: 20 }, () => loadMasterKey({ secretKey: undefined, dataFolder })));
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
  expect(readdirSync(dataFolder)).toEqual(['secret.key']);
  expect(statSync(join(dataFolder, 'secret.key')).mode & 0o777).toBe(0o600);
});

test('a new key file is reported once', async () => {
  const dataFolder = scratch();
  const made: string[] = [];
  const load = () => loadMasterKey({ secretKey: undefined, dataFolder, onMade: (path) => made.push(path) });
  await load();
  await load();
  expect(made).toEqual([join(dataFolder, 'secret.key')]);
});

test('a key file that others can read is refused', async () => {
  const dataFolder = scratch();
  await loadMasterKey({ secretKey: undefined, dataFolder });
  chmodSync(join(dataFolder, 'secret.key'), 0o644);
  await expect(loadMasterKey({ secretKey: undefined, dataFolder })).rejects.toMatchObject({ code: 'config-invalid' });
});

test('a key from the environment that is too short is refused without showing it', async () => {
  const refusal = await loadMasterKey({ secretKey: 'c2hvcnQ=', dataFolder: '' }).catch((error: Error) => error.message);
  expect(refusal).toContain('THREADLOOM_SECRET_KEY');
  expect(refusal).not.toContain('c2hvcnQ=');
});
