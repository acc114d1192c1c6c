import { defineCommand } from '../define-command.ts';

export const skillsCommand = defineCommand({
  name: 'skills',
  summary: 'Lists, downloads and imports skills',
  usage: 'list|download|import [NAME|FILE...] [options]',
  operands: { min: 1, max: 100 },
  options: {
    out: { kind: 'text', value: 'FILE', help: 'download: where to; else NAME.zip in the working folder' },
    own: { kind: 'flag', help: 'download: its files as they are, instead of the public Agent Skills format' },
    force: { kind: 'flag', help: 'download: replace the file; import: replace skills of the same name' },
    json: { kind: 'flag', help: 'list, import: one JSON object a line' },
    server: { kind: 'text', value: 'URL', help: 'The server (also THREADLOOM_URL)' },
  },
  details: `download writes a zip archive with the folder of a skill, which other programs that know Agent Skills load too. import reads
archives: each folder with a SKILL.md becomes a skill of the workspace. Sends THREADLOOM_ADMIN_TOKEN, if it is set.`,
  examples: [
    'threadloom skills list --server http://127.0.0.1:3000',
    'threadloom skills download deep_research --server http://127.0.0.1:3000',
    'threadloom skills import invoice-check.zip --server http://127.0.0.1:3000',
  ],
  async run({ operands, options, terminal }) {
    const { requireServer } = await import('../run/server-client.ts');
    const { manageSkills } = await import('../skills/manage-skills.ts');
    return manageSkills({ operands, options }, { server: requireServer(options, terminal), terminal });
  },
});
