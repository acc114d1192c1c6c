import { expect, test } from 'vitest';
import { isMadeFor, type MediaTask } from './is-made-for.ts';

const tasks: readonly MediaTask[] = ['image', 'speech', 'transcribe'];
const tasksOf = (provider: string, modelId: string) => tasks.filter((task) => isMadeFor({ provider, modelId }, task));

test.each([
  ['openai', 'gpt-5', []],
  ['openai', 'gpt-4o-mini-transcribe', ['transcribe']],
  ['openai', 'whisper-1', ['transcribe']],
  ['openai', 'gpt-4o-mini-tts', ['speech']],
  ['openai', 'gpt-image-1', ['image']],
  ['openai', 'dall-e-3', ['image']],
  ['google', 'gemini-2.5-flash', []],
  ['google', 'gemini-2.5-flash-preview-tts', ['speech']],
  ['google', 'imagen-4.0-generate-001', ['image']],
  ['anthropic', 'claude-sonnet', []],
  ['openai-compatible', 'ears', tasks],
  ['demo', 'demo', tasks],
])('%s %s is made for %j', (provider, modelId, expected) => {
  expect(tasksOf(provider, modelId)).toEqual(expected);
});
