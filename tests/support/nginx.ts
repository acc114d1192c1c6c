import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './cli-process.ts';
import { eventually } from './eventually.ts';

export type Nginx = {
  readonly url: string;
  /** Of its certificate, as PEM. */
  readonly ca: string;
  stop(): Promise<void>;
};

/** The lines for nginx that the documentation tells people to use. */
export function documentedNginx(): string {
  const [, lines] = /```nginx\n([\s\S]+?)```/.exec(readFileSync(join(root, 'docs/deployment.md'), 'utf8')) ?? [];
  if (lines === undefined) throw new Error('docs/deployment.md has no lines for nginx');
  return lines;
}

/**
 * A real nginx with TLS.
 * @param lines of its `http` block, in which the ports, the certificate and the address of the server are replaced
 */
export async function startNginx(lines: string, { port, target }: { port: number; target: string }): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-nginx-'));
  const certificate = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost'];
  certificate.push('-addext', 'subjectAltName=DNS:localhost');
  execFileSync('openssl', ['req', ...certificate, '-keyout', `${folder}/key.pem`, '-out', `${folder}/cert.pem`], {
    stdio: 'ignore',
  });
  const adapted = lines
    .replace(/listen 443 ssl/, `listen 127.0.0.1:${port} ssl`)
    .replace(/ssl_certificate +\S+;/, `ssl_certificate ${folder}/cert.pem;`)
    .replace(/ssl_certificate_key +\S+;/, `ssl_certificate_key ${folder}/key.pem;`)
    .replaceAll('http://127.0.0.1:3000', target);
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`);
  // Its workers are of another user otherwise, who may not write to the folder.
  const isRoot = process.getuid?.() === 0;
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; ${isRoot ? 'user root; ' : ''}pid ${folder}/pid; error_log ${folder}/error.log;\nevents {}\nhttp { access_log off; ${folders.join(' ')}\n${adapted}\n}\n`,
  );
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const exited = once(child, 'exit');
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${said}`);
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.destroy();
  });
  return {
    url: `https://localhost:${port}`,
    ca: readFileSync(`${folder}/cert.pem`, 'utf8'),
    stop: async () => {
      child.kill('SIGQUIT');
      setTimeout(() => child.kill('SIGTERM'), 1000).unref();
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
