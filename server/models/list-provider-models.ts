import { z } from 'zod';
import type { OfferedModel, OfferedModels } from '#lib/ports/model-directory.ts';
import { formatCount } from '#lib/text/format-count.ts';
import type { ModelConfig } from '../config/model-config-schema.ts';
import type { ModelTransport } from './model-transport.ts';

const TIMEOUT_MS = 15_000;
const MAX_BYTES = 4_000_000;
const MAX_MODELS = 2000;
const PER_MILLION = 1_000_000;

/** Default base URL of each provider, and the header that carries its key. */
const providers = {
  openai: { base: 'https://api.openai.com/v1', headers: (key: string) => ({ authorization: `Bearer ${key}` }) },
  'openai-compatible': { base: '', headers: (key: string) => ({ authorization: `Bearer ${key}` }) },
  anthropic: { base: 'https://api.anthropic.com/v1', headers: (key: string) => ({ 'x-api-key': key }) },
  google: {
    base: 'https://generativelanguage.googleapis.com/v1beta',
    headers: (key: string) => ({ 'x-goog-api-key': key }),
  },
} as const satisfies Record<Exclude<ModelConfig['provider'], 'demo'>, unknown>;

const count = z.int().positive().max(100_000_000).optional().catch(undefined);
const perToken = z.coerce.number().nonnegative().max(1).optional().catch(undefined);
const modelSchema = z.looseObject({
  id: z.string().optional(),
  name: z.string().optional(),
  display_name: z.string().optional(),
  displayName: z.string().optional(),
  context_length: count,
  context_window: count,
  max_model_len: count,
  inputTokenLimit: count,
  max_input_tokens: count,
  pricing: z.looseObject({ prompt: perToken, completion: perToken }).optional().catch(undefined),
});
const answerSchema = z.looseObject({ data: z.array(z.unknown()).optional(), models: z.array(z.unknown()).optional() });

/**
 * The models that an endpoint lists. Its answer is untrusted: long texts are cut, and items that do not fit are
 * omitted.
 */
export async function listProviderModels(config: ModelConfig, transport: Pick<ModelTransport, 'fetch'>): Promise<OfferedModels> {
  if (config.provider === 'demo') return { items: [], problem: null };
  const { base, headers } = providers[config.provider];
  const root = config.base_url ?? base;
  const address = `${root.endsWith('/') ? root.slice(0, -1) : root}/models`;
  const key = config.api_key ?? '';
  const fetch = transport.fetch({ secrets: [key], ...(config.credential !== undefined && { credentialId: config.credential }) });
  try {
    const response = await fetch(address, {
      headers: {
        accept: 'application/json',
        ...(config.provider === 'anthropic' && { 'anthropic-version': '2023-06-01' }),
        ...(key !== '' && headers(key)),
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await readBounded(response);
    if (!response.ok) return refused(`${address} answered ${response.status}`);
    const answer = answerSchema.safeParse(parse(text));
    const listed = answer.data?.data ?? answer.data?.models;
    if (listed === undefined) return refused(noApi(address, text));
    return { items: listed.flatMap(toOffered).slice(0, MAX_MODELS), problem: null };
  } catch (error) {
    return refused(`${address} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function refused(problem: string): OfferedModels {
  return { items: [], problem };
}

/** What an address answered that is no list of models. */
function noApi(address: string, text: string): string {
  const base = address.slice(0, -'/models'.length);
  return /^\s*</.test(text)
    ? `${address} answered a web page. Is ${base} the base address of an OpenAI-compatible API?`
    : `${address} answered something other than a list of models. Is ${base} the base address of an OpenAI-compatible API?`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readBounded(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > MAX_BYTES) throw new Error(`its answer is larger than ${formatCount(MAX_BYTES)} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function toOffered(listed: unknown): OfferedModel[] {
  const { data } = modelSchema.safeParse(listed);
  // Google writes `models/gemini-…`.
  const id = (data?.id ?? data?.name ?? '').replace(/^models\//, '');
  if (!data || id === '' || id.length > 200 || /[\p{Cc}\p{Cf}\s]/u.test(id)) return [];
  const title = data.display_name ?? data.displayName ?? (data.id === undefined ? undefined : data.name);
  const contextTokens =
    data.context_length ?? data.context_window ?? data.max_model_len ?? data.inputTokenLimit ?? data.max_input_tokens ?? null;
  const { prompt, completion } = data.pricing ?? {};
  return [
    {
      id,
      title: title === undefined || title === id ? null : title.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 200),
      contextTokens,
      price: prompt === undefined || completion === undefined ? null : { input: usd(prompt), output: usd(completion) },
    },
  ];
}

/** Per million tokens, without the noise of the multiplication. */
function usd(perOne: number): number {
  return Number((perOne * PER_MILLION).toPrecision(6));
}
