import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const schema = readFileSync('prisma/schema.prisma', 'utf8');
const models = new Map([...schema.matchAll(/^model (\w+) \{(.*?)^\}/gms)].map(([, name = '', body = '']) => [name, body]));

/** Rows with an owner of their own. */
const OWNED = ['File', 'FileUpload', 'FileVersion', 'MemoryUser', 'Run', 'Session'];
/** Rows that are read only by way of another one, whose owner they have. */
const FOLLOWS: Readonly<Record<string, string>> = {
  A2aPushConfig: 'Run',
  A2aTask: 'Run',
  Approval: 'Run',
  MemoryRecord: 'MemoryUser',
  MemoryTask: 'MemoryUser',
  RunCommand: 'Run',
  RunEvents: 'Run',
  RunFact: 'Run',
  RunFeedback: 'Run',
  RunKey: 'Run',
  RunNode: 'Run',
  RunStart: 'Run',
  ChatShare: 'Session',
  SessionTab: 'Session',
  Webhook: 'Run',
};
/** Of the workspace or the server: no key and no visitor reads one. */
const UNOWNED = [
  ...['A2aService', 'Agent', 'AgentVersion', 'ApiKey', 'BudgetDay', 'CallCount', 'ChatPage', 'ConfigOverride', 'Credential'],
  ...['CredentialAuthorization', 'CredentialSlot', 'CredentialTokens', 'Deployment', 'DiscardedPart', 'Document', 'FileTree'],
  ...['Holder', 'JobWatermark', 'KeyBudget', 'KnowledgeBase', 'KnowledgeChunk', 'KnowledgeDocument', 'KnowledgeQuestion'],
  ...['KnowledgeSource', 'KnowledgeVector', 'KnowledgeWord', 'McpServer', 'McpSignIn', 'Payload', 'RateReservation'],
  ...[
    'RateWindow',
    'RunNodeSum',
    'RunSum',
    'SignIn',
    'Skill',
    'SkillFile',
    'StoredValue',
    'StoredValueWrite',
    'ToolService',
    'Trigger',
    'TriggerEvent',
  ],
  ...['TriggerKey', 'TriggerListener', 'Version', 'Workflow', 'Workspace', 'WorkspaceKey'],
];

test('every table says whose its rows are, by itself or by the row that they belong to', () => {
  expect([...models.keys()].sort()).toEqual([...OWNED, ...Object.keys(FOLLOWS), ...UNOWNED].sort());
  const withOwner = [...models].filter(([, body]) => /owner_kind/.test(body) && /owner_id/.test(body)).map(([name]) => name);
  expect(withOwner.sort()).toEqual(OWNED);
  expect(Object.values(FOLLOWS).filter((parent) => !OWNED.includes(parent))).toEqual([]);
});

test('no query takes the absence of an owner for a permission, and none compares keys beside the one condition', () => {
  const sources = ['server', 'services']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.includes('/generated/'));
  const found = sources.filter((path) =>
    /(?:key_id|owner_kind|owner_id) IS NULL\s+OR|\.keyId === (?:endpoint|null)|keyId === null \|\|/i.test(
      readFileSync(path, 'utf8'),
    ),
  );
  // Results of calls are given by the very key that the arguments were sent to, also where keys share runs.
  expect(found.filter((path) => !path.endsWith('start/continue-calls.ts'))).toEqual([]);
});
