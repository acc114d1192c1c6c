import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeClient } from '#lib/api/client.ts';
import type { TemplateSample } from '#lib/api/templates.contract.ts';
import type { RunEvent } from '#lib/run/run-event.ts';
import { startInputsOf } from '#lib/workflow/map-trigger-event.ts';
import { sampleOf } from './sample-run.ts';

const page = `<!doctype html><title>Looms</title><main><h1>Looms</h1><p>A loom holds the warp under tension, so that the
weft can be woven through it. Its heddles lift every second thread.</p></main>`;

/** A page for the template that reads one; the address that it suggests is on the internet. */
export async function startSamplePage() {
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(page));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { host, close: () => server.close() };
}

/** Runs a template on a server with the inputs it suggests. */
export async function sampleOnServer(url: string, id: string, pageHost: string): Promise<TemplateSample> {
  const client = makeClient({ baseUrl: url });
  const { document } = await client.getTemplate({ params: { id } });
  const suggested = startInputsOf(document).map(({ name, default: value }) => [name, value] as const);
  const inputs = { ...Object.fromEntries(suggested), ...(id === 'fetch-and-summarise' && { url: `http://${pageHost}/` }) };
  const { runId } = await client.runDocument({ body: { document, inputs, mode: 'sync' } });
  const { status, outputs } = await client.getRun({ params: { id: runId } });
  const events: unknown[] = [];
  for await (const event of client.streamEvents(runId, {})) events.push(event);
  // A client with full access reads events as they are stored.
  const sample = sampleOf({ status, outputs: outputs ?? {}, events: events as RunEvent[] });
  return { ...sample, answer: sample.answer.replaceAll(pageHost, 'example.com') };
}
