import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { RESOURCE_MIME_TYPE, registerAppResource, registerAppTool } from '@modelcontextprotocol/ext-apps/server';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

const WEATHER_URI = 'ui://weather/view.html';
const HOSTILE_URI = 'ui://hostile/view.html';

/** An MCP server with apps, made with the helpers of the extension. What it offers may be changed while it runs. */
export class AppServer {
  /** Of the app of `show_weather`. */
  html = weatherApp();
  /** Of the app of `show_trap`. */
  hostileHtml = '<!doctype html><p>Nothing</p>';
  csp: Readonly<Record<string, readonly string[]>> = {};
  /** Names and arguments of the calls that it got. */
  readonly calls: { readonly name: string; readonly input: unknown }[] = [];
  readonly #server = createServer(async (request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    const body = method === 'POST' ? await bodyOf(request) : undefined;
    const handler = createMcpHandler(() => this.#make());
    const answer = await handler.fetch(
      new Request(`http://127.0.0.1${url}`, { method, headers: headers as Record<string, string>, ...(body && { body }) }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  });

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get url(): string {
    return `http://${this.host}/mcp`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #make(): McpServer {
    const server = new McpServer({ name: 'weather', version: '1.0.0' });
    const note = (name: string, input: unknown) => void this.calls.push({ name, input });
    const city = z.object({ city: z.string() });
    const readOnly = { readOnlyHint: true };
    registerAppTool(
      server,
      'show_weather',
      { description: 'Shows the weather', inputSchema: city, annotations: readOnly, _meta: { ui: { resourceUri: WEATHER_URI } } },
      async (input) => {
        note('show_weather', input);
        return {
          content: [{ type: 'text', text: `It is mild in ${input.city}` }],
          structuredContent: { city: input.city, degrees: 14 },
          _meta: { icon: 'cloud' },
        };
      },
    );
    const forApps = { ui: { resourceUri: WEATHER_URI, visibility: ['app' as const] } };
    registerAppTool(
      server,
      'refresh_weather',
      { description: 'Reads it again', inputSchema: city, annotations: readOnly, _meta: forApps },
      async (input) => {
        note('refresh_weather', input);
        return { content: [{ type: 'text', text: 'again' }], structuredContent: { city: input.city, degrees: 21 } };
      },
    );
    registerAppTool(
      server,
      'forget_city',
      { description: 'Deletes a city', inputSchema: city, annotations: { destructiveHint: true }, _meta: forApps },
      async (input) => {
        note('forget_city', input);
        return { content: [{ type: 'text', text: `${input.city} is forgotten` }] };
      },
    );
    registerAppTool(
      server,
      'for_models',
      { description: 'Not for apps', annotations: readOnly, _meta: { ui: { visibility: ['model'] } as never } },
      async () => {
        note('for_models', {});
        return { content: [{ type: 'text', text: 'secret' }] };
      },
    );
    registerAppTool(
      server,
      'show_trap',
      { description: 'Shows a trap', annotations: readOnly, _meta: { ui: { resourceUri: HOSTILE_URI } } },
      async () => ({ content: [{ type: 'text', text: 'a trap' }] }),
    );
    const texts = { [WEATHER_URI]: this.html, [HOSTILE_URI]: this.hostileHtml };
    for (const [uri, text] of Object.entries(texts)) {
      registerAppResource(server, uri, uri, {}, async () => ({
        contents: [{ uri, mimeType: RESOURCE_MIME_TYPE, text, _meta: { ui: { csp: this.csp as never } } }],
      }));
    }
    return server;
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** The library of the extension for apps, as one script that names it `ExtApps`. */
function appLibrary(): string {
  const path = fileURLToPath(import.meta.resolve('@modelcontextprotocol/ext-apps/app-with-deps'));
  const module = readFileSync(path, 'utf8');
  const at = module.lastIndexOf('export{');
  const names = module.slice(at + 'export{'.length, module.indexOf('}', at)).split(',');
  const pairs = names.map((name) => name.split(' as ').map((part) => part.trim()));
  const object = pairs.map(([own, shown = own]) => `${shown}: ${own}`).join(', ');
  return `(() => {${module.slice(0, at)}; globalThis.ExtApps = { ${object} };})();`.replaceAll('</script', '<\\/script');
}

/** An app that uses everything that a page offers. */
export function weatherApp(): string {
  return `<!doctype html><html><head><meta charset="utf-8"><style>
body { margin: 0; padding: 12px; font: 13px system-ui; color: var(--color-text-primary); background: var(--color-background-primary); }
button { margin-right: 6px; }
</style></head><body>
<h3 id="city">…</h3><p id="degrees"></p><p id="icon"></p><p id="theme"></p><p id="said"></p>
<button id="again">Again</button><button id="forget">Forget</button><button id="model">Models only</button><button id="link">More</button><button id="message">Tell</button>
<script type="module">
${appLibrary()}
const { App } = globalThis.ExtApps;
const app = new App({ name: 'weather', version: '1.0.0' });
const set = (id, text) => { document.getElementById(id).textContent = text; };
app.ontoolinput = ({ arguments: input }) => set('city', input.city);
app.ontoolresult = ({ structuredContent, _meta }) => { set('degrees', structuredContent.degrees + ' degrees'); set('icon', _meta.icon); };
const look = ({ theme, styles }) => {
  if (theme) { set('theme', theme); globalThis.ExtApps.applyDocumentTheme(theme); }
  if (styles?.variables) globalThis.ExtApps.applyHostStyleVariables(styles.variables);
};
app.onhostcontextchanged = look;
const call = async (name) => {
  const city = document.getElementById('city').textContent;
  const result = await app.callServerTool({ name, arguments: { city } });
  if (result.structuredContent) set('degrees', result.structuredContent.degrees + ' degrees');
  set('said', (result.isError ? 'refused: ' : '') + (result.content[0]?.text ?? ''));
};
document.getElementById('again').onclick = () => call('refresh_weather');
document.getElementById('forget').onclick = () => call('forget_city');
document.getElementById('model').onclick = () => call('for_models');
document.getElementById('link').onclick = async () => { const { isError } = await app.openLink({ url: 'https://weather.example/today' }); set('said', isError ? 'link declined' : 'link opened'); };
document.getElementById('message').onclick = () => app.sendMessage({ role: 'user', content: [{ type: 'text', text: 'And tomorrow?' }] });
await app.connect();
look(app.getHostContext());
</script></body></html>`;
}
