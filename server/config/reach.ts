import { AppError } from '#lib/errors/app-error.ts';
import type { Config } from './config-schema.ts';
import type { Environment } from './environment.ts';

/** How other machines reach the server through a proxy. */
export type Reach = {
  /** Scheme and host, such as `https://studio.example`; undefined without one. */
  readonly publicOrigin: string | undefined;
  /** Values of the `Host` header to accept besides those of this machine, the public one included. */
  readonly hosts: readonly string[];
  /** Whether the hosts were listed, so that no other one is accepted even with a token. */
  readonly isListed: boolean;
};

type Sources = {
  readonly environment: Pick<Environment, 'adminToken' | 'allowedHosts' | 'publicUrl'>;
  readonly config: Pick<Config, 'allowed_hosts' | 'public_url'>;
};

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i;

/**
 * The environment wins over the config file.
 * @throws {AppError} `config-invalid`: other machines would reach a server that has no token
 */
export function readReach({ environment, config }: Sources): Reach {
  const publicUrl = environment.publicUrl ?? config.public_url;
  const listed = environment.allowedHosts ?? config.allowed_hosts;
  const publicHost = publicUrl === undefined ? [] : [new URL(publicUrl).host];
  const hosts = [...new Set([...publicHost, ...listed].map((host) => host.toLowerCase()))];
  const remote = hosts.find((host) => !LOOPBACK.test(host));
  if (remote !== undefined && environment.adminToken === undefined) {
    const key = publicHost.includes(remote) ? 'PUBLIC_URL (public_url)' : 'THREADLOOM_ALLOWED_HOSTS (allowed_hosts)';
    throw new AppError(
      'config-invalid',
      `${key} has ${remote}, so other machines can reach the server: set THREADLOOM_ADMIN_TOKEN, with which people sign in`,
      { details: { key } },
    );
  }
  return { publicOrigin: publicUrl === undefined ? undefined : new URL(publicUrl).origin, hosts, isListed: listed.length > 0 };
}
