import type { ModelMessage } from 'ai';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countTokens, encodingOf, tokenBound } from './count-tokens.ts';

const say = (content: string): ModelMessage[] => [{ role: 'user', content }];

test.each([
  ['gpt-4o-mini', 'o200k_base'],
  ['openai/gpt-5.1', 'o200k_base'],
  ['gpt-4.1', 'o200k_base'],
  ['o3', 'o200k_base'],
  ['gpt-4-turbo', 'cl100k_base'],
  ['gpt-3.5-turbo', 'cl100k_base'],
  ['claude-sonnet-5', undefined],
  ['o-something', undefined],
])('the vocabulary of %s is %s', (modelId, encoding) => {
  expect(encodingOf(modelId)).toBe(encoding);
});

test('where no vocabulary is public, 2.5 characters are a token', async () => {
  expect(await countTokens(say('x'.repeat(250)), undefined)).toBe(104);
});

describe('with a vocabulary', { timeout: 30_000 }, () => {
  test('tokens are what the model would count', async () => {
    // https://platform.openai.com/tokenizer
    expect(await countTokens(say('The quick brown fox jumps over the lazy dog.'), 'o200k_base')).toBe(14);
    expect(await countTokens(say('The quick brown fox jumps over the lazy dog.'), 'cl100k_base')).toBe(14);
    expect(await countTokens([...say('Hello'), ...say('Hello'), ...say('')], 'o200k_base')).toBe(14);
  });

  test('calls and results count too', async () => {
    const call: ModelMessage = {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'search', input: { query: 'planets' } }],
    };
    expect(await countTokens([call], 'o200k_base')).toBeGreaterThan(9);
  });

  test.each([
    ['a hundred thousand times the same letter', 'a'.repeat(100_000)],
    ['Chinese without a stop', '漢字かな交じり文'.repeat(5000)],
    ['spaces', ' '.repeat(100_000)],
  ])('%s takes no time that grows with its square', { timeout: 10_000 }, async (_, text) => {
    expect(await countTokens(say(text), 'o200k_base')).toBeGreaterThan(5000);
  });

  test('no count is above what characters allow', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (text) => {
        const messages = say(text.toWellFormed());
        expect(await countTokens(messages, 'o200k_base')).toBeLessThanOrEqual(tokenBound(messages));
      }),
      { numRuns: 30 },
    );
  });
});
