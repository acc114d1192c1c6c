import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import type { Client } from '#lib/api/client.ts';

export type SkillsApi = Pick<Client, 'listSkills' | 'getSkillFile'>;

const MAIN_FILE = 'SKILL.md';

/** The enabled skills of the workspace as resources: `skill://{name}/SKILL.md`, and their other files. */
export function offerSkills(server: McpServer, api: SkillsApi): void {
  const usable = async () => (await api.listSkills()).items.filter(({ isEnabled, isUsable }) => isEnabled && isUsable);
  const template = new ResourceTemplate('skill://{name}/{+path}', {
    list: async () => ({
      resources: (await usable()).flatMap(({ name, title, description, files }) =>
        files.map(({ path, sizeBytes }) => ({
          uri: `skill://${name}/${path}`,
          name: path === MAIN_FILE ? name : `${name}/${path}`,
          title: path === MAIN_FILE ? title : path,
          ...(path === MAIN_FILE && { description, mimeType: 'text/markdown' }),
          size: sizeBytes,
        })),
      ),
    }),
    complete: { name: async (value) => (await usable()).map(({ name }) => name).filter((name) => name.startsWith(value)) },
  });
  server.registerResource(
    'skills',
    template,
    { title: 'Skills', description: 'Instructions for kinds of tasks, with their files. Read SKILL.md of one first.' },
    async (uri, { name, path }) => {
      const skill = (await usable()).find((one) => one.name === String(name));
      if (!skill) throw new Error(`There is no enabled skill ${String(name)}`);
      const file = await api.getSkillFile({ params: { name: skill.name }, query: { path: String(path) } });
      return { contents: [{ uri: uri.href, ...(file.text === null ? { blob: file.base64 ?? '' } : { text: file.text }) }] };
    },
  );
}
