import { streamText } from 'ai';
const { startFakeModel } = await import('/work/main/tests/support/fake-model/start-fake-model.ts');
import { Worker, isMainThread, parentPort } from 'node:worker_threads';
import { spawn } from 'node:child_process';
const child = spawn(process.execPath, ['/work/main/tests/support/fake-model/main.ts', '--port', '9178']);
await new Promise(r => child.stdout.once('data', r));
const { makeModelRegistry } = await import('/work/main/server/models/model-registry.ts');
const { parseConfig } = await import('/work/main/server/config/load-config.ts');
const { callModel } = await import('/work/main/engine/interaction/call-model.ts');
const { makeExecutorContext } = await import('/work/main/tests/support/executor-context.ts');
const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
const url = 'http://127.0.0.1:9178/v1';
const reg = makeModelRegistry({ config: parseConfig(`models: { m: { provider: openai-compatible, base_url: "${url}", model: fake } }`, { file: 'x', variables: {} }) });
const raw = createOpenAICompatible({ name: 'x', baseURL: url, apiKey: 'x', includeUsage: true });
const ask = [{ role: 'user', content: 'hi' }];
const V = {
  floor: async (m) => { let n = 0; const r = streamText({ model: raw(m), messages: ask, maxRetries: 0, onError() {} }); for await (const p of r.stream) if (p.type === 'text-delta') n += p.text.length; },
  ours: async (m) => { const { context } = makeExecutorContext(); await callModel(reg.resolve('openai-compatible/' + m), { messages: ask }, context); },
};
for (const [m, n] of [['fake-t20', 200], ['fake-t2000-d1', 3]]) { const R = {};
  for (let r = 0; r < 6; r++) for (const k in V) { const c0 = process.cpuUsage(); if (n < 10) await Promise.all(Array.from({ length: n }, () => V[k](m))); else for (let i = 0; i < n; i++) await V[k](m); const c = process.cpuUsage(c0); if (r) (R[k] ??= []).push((c.user + c.system) / n); }
  for (const k in R) console.log(m, k, Math.round(R[k].sort((a, b) => a - b)[2]), 'us cpu per call'); }
reg.close(); child.kill(); process.exit(0);
