import { readFile, readlink } from 'node:fs/promises';
import type { SandboxWall } from '#lib/ports/sandbox.ts';

/**
 * The walls around a guest process, measured from outside. Node's permission model and the macOS
 * profile follow from how it was started; what the kernel enforces is read from `/proc`.
 */
export async function readWalls(pid: number, { hasProfile }: { readonly hasProfile: boolean }): Promise<SandboxWall[]> {
  const walls: SandboxWall[] = ['node-permissions'];
  if (hasProfile) walls.push('macos-profile');
  if (process.platform !== 'linux') return walls;
  const [status, ownNetwork, network] = await Promise.all([
    readFile(`/proc/${pid}/status`, 'latin1').catch(() => ''),
    readlink('/proc/self/ns/net').catch(() => undefined),
    readlink(`/proc/${pid}/ns/net`).catch(() => undefined),
  ]);
  // The second one, which the process installs when it is loaded, is the one that refuses everything.
  if (Number(/^Seccomp_filters:\t(\d+)$/m.exec(status)?.[1]) >= 2) walls.push('system-call-filter');
  if (network !== undefined && ownNetwork !== undefined && network !== ownNetwork) walls.push('network-namespace');
  // Its number in each namespace that it is in, from the outermost.
  if ((/^NSpid:(.*)$/m.exec(status)?.[1]?.trim().split(/\s+/).length ?? 1) > 1) walls.push('process-namespace');
  return walls;
}
