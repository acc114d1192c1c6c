import { expect, test } from 'vitest';
import { isSetIn, withoutLocked } from './locked-keys.ts';

test('what the config file sets is taken out of the changes of the studio, and nothing else', () => {
  const changes = {
    http: { allowed_private_hosts: ['10.0.0.5:80'] },
    search: { provider: 'tavily' },
    tools: { read_url: { enabled: false, approval: 'always' }, write_file: { enabled: false } },
    retention_days: 3,
    max_history_items: 10,
    models: { main: { temperature: 0 } },
  };
  const file = {
    http: { allowed_private_hosts: [] },
    tools: { read_url: { approval: 'never' } },
    retention_days: 7,
    models: { main: { temperature: 1 } },
  };
  expect(withoutLocked(changes, file)).toEqual({
    http: {},
    search: { provider: 'tavily' },
    tools: { read_url: { enabled: false }, write_file: { enabled: false } },
    max_history_items: 10,
    models: { main: { temperature: 0 } },
  });
  expect(withoutLocked(changes, {})).toEqual(changes);
  expect(withoutLocked(undefined, file)).toBeUndefined();
});

test('a key is set by its own value, also an empty one, and not by a neighbour or a prototype', () => {
  expect(isSetIn({ http: { allowed_private_hosts: [] } }, ['http', 'allowed_private_hosts'])).toBe(true);
  expect(isSetIn({ http: null }, ['http', 'allowed_private_hosts'])).toBe(false);
  expect(isSetIn({ tools: {} }, ['tools', 'constructor'])).toBe(false);
});
