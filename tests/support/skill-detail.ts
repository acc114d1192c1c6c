import type { SkillDetailResource } from '#lib/api/skills.contract.ts';

/** A skill of the workspace, with its instructions only. */
export const skillDetail: SkillDetailResource = {
  name: 'tables',
  title: 'Tables',
  description: '',
  version: '1',
  author: null,
  tags: [],
  format: 'threadloom',
  source: 'workspace',
  replacesServer: false,
  isEnabled: true,
  isUsable: true,
  problems: [],
  files: [{ path: 'SKILL.md', sizeBytes: 1 }],
  changedAt: null,
  allowedTools: null,
  maxIterations: null,
  timeoutSeconds: null,
  triggers: [],
  bodyTokens: 1,
  metadataTokens: 1,
};
