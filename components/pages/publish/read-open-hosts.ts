import { hostPatternSchema } from '#lib/tools/granted-hosts.ts';

export type OpenHosts = {
  readonly hosts: readonly string[];
  /** Any host that the server allows. */
  readonly isAny: boolean;
  /** The first one that is no host. */
  readonly wrong: string | undefined;
};

/** Hosts as a person writes them, with spaces or commas between them. */
export function readOpenHosts(text: string): OpenHosts {
  const hosts = text.split(/[\s,]+/).filter((host) => host !== '');
  const wrong = hosts.find((host) => host !== '*' && !hostPatternSchema.safeParse(host).success);
  return { hosts, isAny: hosts.includes('*'), wrong };
}
