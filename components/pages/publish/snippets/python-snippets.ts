import { type CallKind, chatBody, endpointUrl, indent, responseBody, type SnippetCall, WEBHOOK_PORT } from './snippet-call.ts';

/** For Python 3.9 and newer, with its own library only. */
export const pythonSnippets: Readonly<Record<CallKind, (call: SnippetCall) => string>> = {
  sync: (call) => `${pythonImports(call, ['json', 'urllib.request'])}

request = ${requestTo(endpointUrl(call), call, { inputs: call.inputs })}
with urllib.request.urlopen(request) as response:
    run = json.load(response)
print(run["status"], run.get("outputs"))`,
  stream: (call) => `${pythonImports(call, ['json', 'urllib.request'])}

request = ${requestTo(`${endpointUrl(call)}/stream`, call, { inputs: call.inputs })}
with urllib.request.urlopen(request) as response:
    for line in response:
        text = line.decode()
        if not text.startswith("data: "):
            continue
        event = json.loads(text[6:])
        if event["type"] == "content":
            print(event["content"], end="", flush=True)
        if event["type"] == "done":
            print(event["status"], event.get("outputs"))`,
  async: (call) => `${pythonImports(call, ['json', 'time', 'urllib.request'])}

${sendHelper(call)}
started = send(${JSON.stringify(endpointUrl(call))}, ${pythonText({ inputs: call.inputs, mode: 'async' })})
${untilEnded(call)}`,
  webhook: (
    call,
  ) => `${pythonImports({ ...call, key: undefined }, ['hashlib', 'hmac', 'json', 're', 'secrets', 'time', 'urllib.request'])}
from http.server import BaseHTTPRequestHandler, HTTPServer

secret = secrets.token_hex(32)
url = os.environ.get("WEBHOOK_URL", "https://your-server.example/hook")


class Hook(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        signature = self.headers.get("x-threadloom-signature", "")
        match = re.fullmatch(r"t=(\\d+),v1=([0-9a-f]{64})", signature)
        seconds, given = match.groups() if match else ("0", "")
        expected = hmac.new(secret.encode(), seconds.encode() + b"." + body, hashlib.sha256).hexdigest()
        is_ours = hmac.compare_digest(given, expected) and abs(time.time() - int(seconds)) < 300
        self.send_response(204 if is_ours else 401)
        self.end_headers()
        if is_ours:
            self.server.run = json.loads(body)

    def log_message(self, *_):
        pass


server = HTTPServer(("", int(os.environ.get("PORT", "${WEBHOOK_PORT}"))), Hook)
server.run = None
${sendHelper(call)}
body = ${pythonText({ inputs: call.inputs, mode: 'async' })}
send(${JSON.stringify(endpointUrl(call))}, {**body, "webhook": {"url": url, "secret": secret}})
while server.run is None:
    server.handle_request()
print(server.run["status"], server.run.get("outputs"))`,
  approval: (call) => `# The deployment must allow keys to decide. Every approval of the run is confirmed.
${pythonImports(call, ['json', 'time', 'urllib.request'])}

${sendHelper(call)}
started = send(${JSON.stringify(endpointUrl(call))}, ${pythonText({ inputs: call.inputs, mode: 'async' })})
run_url = ${JSON.stringify(`${call.origin}/api/v1/runs/`)} + started["runId"]
run = send(run_url)
while run["status"] not in ("succeeded", "failed", "cancelled"):
    for approval in run.get("approvals") or []:
        print("Approved:", approval["description"])
        send(run_url + "/approvals/" + approval["actionId"], {"confirmed": True})
    time.sleep(1)
    run = send(run_url)
print(run["status"], run.get("outputs"))`,
  openai: (call) => `${pythonImports(call, ['json', 'urllib.request'])}

request = ${requestTo(`${call.origin}/v1/chat/completions`, call, chatBody(call))}
with urllib.request.urlopen(request) as response:
    completion = json.load(response)
print(completion["choices"][0]["message"]["content"])`,
  responses: (call) => `${pythonImports(call, ['json', 'urllib.request'])}

request = ${requestTo(`${call.origin}/v1/responses`, call, responseBody(call))}
with urllib.request.urlopen(request) as response:
    answer = json.load(response)
for item in answer["output"]:
    for part in item.get("content") or []:
        print(part.get("text", ""))`,
};

/** `os` only where the key is read of the environment. */
export function pythonImports({ key }: Pick<SnippetCall, 'key'>, names: readonly string[]): string {
  const all = key === undefined ? [...names, 'os'] : names;
  return all
    .toSorted()
    .map((name) => `import ${name}`)
    .join('\n');
}

function requestTo(url: string, call: SnippetCall, body: object): string {
  return pythonRequest(url, call, { body });
}

type Request = { readonly body: object; readonly headers?: Readonly<Record<string, string>> | undefined };

/** A request as an expression. */
export function pythonRequest(url: string, call: SnippetCall, { body, headers = {} }: Request): string {
  const more = Object.entries(headers).map(([name, value]) => `\n        ${JSON.stringify(name)}: ${JSON.stringify(value)},`);
  return `urllib.request.Request(
    ${JSON.stringify(url)},
    data=json.dumps(${indent(pythonText(body), 4)}).encode(),
    headers={
        "authorization": ${bearerOf(call)},
        "content-type": "application/json",${more.join('')}
    },
)`;
}

function sendHelper(call: SnippetCall): string {
  return `
def send(url, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"authorization": ${bearerOf(call)}, "content-type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(url, data, headers)) as response:
        return json.load(response)

`;
}

function untilEnded({ origin }: SnippetCall): string {
  return `while True:
    run = send(${JSON.stringify(`${origin}/api/v1/runs/`)} + started["runId"])
    if run["status"] not in ("queued", "running"):
        break
    time.sleep(1)
print(run["status"], run.get("outputs"))`;
}

function bearerOf({ key }: SnippetCall): string {
  return key === undefined ? '"Bearer " + os.environ["THREADLOOM_KEY"]' : JSON.stringify(`Bearer ${key}`);
}

/** Python writes true, false and null in its own way; texts and numbers of JSON are its own, too. */
function pythonText(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return pythonList('[', value.map(pythonText), ']');
  if (typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${pythonText(item)}`);
  return pythonList('{', entries, '}');
}

function pythonList(open: string, items: readonly string[], close: string): string {
  if (items.length === 0) return open + close;
  return `${open}\n${items.map((item) => `    ${indent(item, 4)},`).join('\n')}\n${close}`;
}
