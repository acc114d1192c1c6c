import { z } from 'zod';
import { skillFormats } from '../skills/skill.ts';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';
import { storableText } from './storable-text.ts';

const MAX_TEXT_CHARS = 2_000_000;
const MAX_BASE64_CHARS = 2_700_000;

const name = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$/, 'A name of a skill has lowercase letters, digits, - and _, at most 64')
  .meta({ description: 'Name of the skill, which is that of its folder.' });
const path = z.string().min(1).max(200).meta({ description: 'Of a file in the skill, as references/report.md.' });
const text = (max: number) => storableText(z.string().max(max));

const problemSchema = z
  .object({
    severity: z.enum(['error', 'warning']),
    code: z.string(),
    message: z.string(),
    at: z.string().nullable().meta({ description: 'Field of the front matter, or path of a file.' }),
  })
  .register(components, { id: 'SkillProblem' });

const skillFields = {
  name: z.string(),
  title: z.string().meta({ description: 'Its display name in the language of the request.' }),
  description: z.string(),
  version: z.string(),
  author: z.string().nullable(),
  tags: z.array(z.string()),
  format: z.enum(skillFormats),
  source: z
    .enum(['server', 'workspace'])
    .meta({ description: '`server`: from a folder of the server, the same for all workspaces.' }),
  replacesServer: z.boolean().meta({ description: 'The workspace has its own version of a skill of the server.' }),
  isEnabled: z.boolean(),
  isUsable: z.boolean().meta({ description: 'False: there is an error among its problems.' }),
  problems: z.array(problemSchema),
  files: z.array(z.object({ path: z.string(), sizeBytes: z.int() })),
  changedAt: z.iso.datetime().nullable().meta({ description: 'Of a skill of the workspace.' }),
};
const skillSchema = z.object(skillFields).register(components, { id: 'Skill' });
export type SkillResource = z.output<typeof skillSchema>;

const detailSchema = z
  .object({
    ...skillFields,
    allowedTools: z.array(z.string()).nullable().meta({ description: 'The only tools while it is active; null: all.' }),
    maxIterations: z.int().nullable(),
    timeoutSeconds: z.int().nullable(),
    triggers: z.array(z.string()),
    bodyTokens: z.int().meta({ description: 'About how many tokens its instructions have.' }),
    metadataTokens: z.int().meta({ description: 'About how many tokens are always in prompts.' }),
  })
  .register(components, { id: 'SkillDetail' });
export type SkillDetailResource = z.output<typeof detailSchema>;

const fileSchema = z
  .object({
    path: z.string(),
    sizeBytes: z.int(),
    text: z.string().nullable().meta({ description: 'Null where it is no text; then `base64` has it.' }),
    base64: z.string().nullable(),
  })
  .register(components, { id: 'SkillFile' });

const matchSchema = z
  .object({
    name: z.string(),
    title: z.string(),
    score: z.number().meta({ description: 'From 0 to 1.' }),
    reason: z.string(),
  })
  .register(components, { id: 'SkillMatch' });

const ofSkill = z.object({ name });
const tag = 'skills';
const root = '/api/v1/skills';

export const listSkills = defineContract({
  name: 'listSkills',
  method: 'GET',
  path: root,
  tag,
  summary: 'List skills',
  results: {
    200: {
      description: 'By name, also those that are disabled or cannot be used.',
      body: z.object({ items: z.array(skillSchema) }),
    },
  },
  errors: [],
});

export const createSkill = defineContract({
  name: 'createSkill',
  scope: 'edit',
  method: 'POST',
  path: root,
  tag,
  summary: 'Create a skill',
  description: 'Without `text`, with an outline of all sections, a script and a reference.',
  body: z.strictObject({ name, text: text(MAX_TEXT_CHARS).optional().meta({ description: 'Content of `SKILL.md`.' }) }),
  results: { 201: { description: 'The skill.', body: detailSchema } },
  errors: ['name-taken'],
});

export const importSkills = defineContract({
  name: 'importSkills',
  scope: 'edit',
  method: 'POST',
  path: `${root}/import`,
  tag,
  summary: 'Import skills from a zip archive',
  description:
    'Each folder of the archive with a `SKILL.md` becomes a skill of the workspace; one `SKILL.md` at the top makes the archive one skill.',
  query: z.object({
    onExisting: z
      .enum(['refuse', 'replace'])
      .default('refuse')
      .meta({ description: 'What happens to a skill of the same name.' }),
  }),
  upload: { description: 'The archive, at most 20 MB.', mediaTypes: ['application/zip', 'application/octet-stream'] },
  results: { 201: { description: 'The skills.', body: z.object({ items: z.array(skillSchema) }) } },
  errors: ['body-too-large', 'name-taken'],
});

export const matchSkills = defineContract({
  name: 'matchSkills',
  scope: 'read',
  method: 'POST',
  path: `${root}/match`,
  tag,
  summary: 'Find the skills that fit a message',
  description: 'As for a model whose skills are `auto`: the first one is active if its score reaches `activeScore`.',
  body: z.strictObject({ message: text(20_000).min(1), limit: z.int().min(1).max(50).default(10) }),
  results: {
    200: {
      description: 'The best first.',
      body: z.object({
        items: z.array(matchSchema),
        active: z.string().nullable().meta({ description: 'Name of the skill that would be active.' }),
        activeScore: z.number(),
        by: z.enum(['lexical', 'embedding']).meta({ description: '`embedding`: an embedding model compared the meaning too.' }),
      }),
    },
  },
  errors: [],
});

export const getSkill = defineContract({
  name: 'getSkill',
  method: 'GET',
  path: `${root}/{name}`,
  tag,
  summary: 'Read a skill',
  params: ofSkill,
  results: { 200: { description: 'The skill.', body: detailSchema } },
  errors: ['not-found'],
});

export const downloadSkill = defineContract({
  name: 'downloadSkill',
  method: 'GET',
  path: `${root}/{name}/download`,
  tag,
  summary: 'Download a skill as a zip archive',
  description: 'Any skill of the list, also one of the server. The archive has one folder, and can be imported again.',
  params: ofSkill,
  query: z.object({
    format: z.enum(['public', 'own']).default('public').meta({
      description:
        '`public`: the Agent Skills format, which other programs load; `_` in its name becomes `-`, and fields of Threadloom are in `metadata`. `own`: its files as they are.',
    }),
  }),
  results: { 200: { description: 'The archive.', isFile: true, mediaType: 'application/zip' } },
  errors: ['not-found'],
});

export const updateSkill = defineContract({
  name: 'updateSkill',
  scope: 'edit',
  method: 'PUT',
  path: `${root}/{name}`,
  tag,
  summary: 'Enable or disable a skill',
  params: ofSkill,
  body: z.strictObject({ isEnabled: z.boolean() }),
  results: { 200: { description: 'The skill.', body: detailSchema } },
  errors: ['not-found'],
});

export const deleteSkill = defineContract({
  name: 'deleteSkill',
  scope: 'edit',
  method: 'DELETE',
  path: `${root}/{name}`,
  tag,
  summary: 'Delete a skill of the workspace',
  description: 'A skill of the server that it replaced is there again.',
  params: ofSkill,
  results: { 204: { description: 'Deleted.' } },
  errors: ['not-found'],
});

export const getSkillFile = defineContract({
  name: 'getSkillFile',
  method: 'GET',
  path: `${root}/{name}/file`,
  tag,
  summary: 'Read a file of a skill',
  params: ofSkill,
  query: z.object({ path }),
  results: { 200: { description: 'The file.', body: fileSchema } },
  errors: ['not-found'],
});

export const writeSkillFile = defineContract({
  name: 'writeSkillFile',
  scope: 'edit',
  method: 'PUT',
  path: `${root}/{name}/file`,
  tag,
  summary: 'Write a file of a skill',
  description: 'A skill of the server is copied into the workspace first.',
  params: ofSkill,
  query: z.object({ path }),
  body: z.union([z.strictObject({ text: text(MAX_TEXT_CHARS) }), z.strictObject({ base64: z.base64().max(MAX_BASE64_CHARS) })]),
  results: { 200: { description: 'The skill.', body: detailSchema } },
  errors: ['not-found'],
});

export const deleteSkillFile = defineContract({
  name: 'deleteSkillFile',
  scope: 'edit',
  method: 'DELETE',
  path: `${root}/{name}/file`,
  tag,
  summary: 'Delete a file of a skill',
  params: ofSkill,
  query: z.object({ path }),
  results: { 200: { description: 'The skill.', body: detailSchema } },
  errors: ['not-found'],
});
