export const snippetLanguages = ['curl', 'typescript', 'python'] as const;
export type SnippetLanguage = (typeof snippetLanguages)[number];

type Call = {
  /** Address of the server, as `http://127.0.0.1:3000`. */
  readonly origin: string;
  readonly slug: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Left out, the code reads the environment variable `THREADLOOM_KEY`. */
  readonly key?: string | undefined;
};

/** Where the endpoint is called. */
export function endpointUrl({ origin, slug }: Pick<Call, 'origin' | 'slug'>): string {
  return `${origin}/api/v1/run/${slug}`;
}

/** The same call of a published workflow in each language: it can be pasted and runs without anything to install. */
export function makeSnippets(call: Call): Record<SnippetLanguage, string> {
  return { curl: makeCurl(call), typescript: makeTypeScript(call), python: makePython(call) };
}

function makeCurl(call: Call): string {
  const bearer =
    call.key === undefined ? '"Authorization: Bearer $THREADLOOM_KEY"' : shellText(`Authorization: Bearer ${call.key}`);
  return [
    `curl -sS ${shellText(endpointUrl(call))} \\`,
    `  -H ${bearer} \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d ${shellText(JSON.stringify({ inputs: call.inputs }, null, 2))}`,
  ].join('\n');
}

/** Inside single quotes a shell reads nothing but the quote itself. */
function shellText(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function makeTypeScript(call: Call): string {
  const bearer = call.key === undefined ? '"Bearer " + process.env.THREADLOOM_KEY' : JSON.stringify(`Bearer ${call.key}`);
  return `const response = await fetch(${JSON.stringify(endpointUrl(call))}, {
  method: "POST",
  headers: {
    authorization: ${bearer},
    "content-type": "application/json",
  },
  body: JSON.stringify(${indent(JSON.stringify({ inputs: call.inputs }, null, 2), 2)}),
});
const run = (await response.json()) as {
  status?: string;
  outputs?: Record<string, unknown>;
  error?: { code: string; message: string };
};
if (run.error) throw new Error(run.error.message);
console.log(run.status, run.outputs);`;
}

function makePython(call: Call): string {
  const bearer = call.key === undefined ? '"Bearer " + os.environ["THREADLOOM_KEY"]' : JSON.stringify(`Bearer ${call.key}`);
  return `import json
${call.key === undefined ? 'import os\n' : ''}import urllib.request

request = urllib.request.Request(
    ${JSON.stringify(endpointUrl(call))},
    data=json.dumps(${indent(pythonText({ inputs: call.inputs }), 4)}).encode(),
    headers={
        "authorization": ${bearer},
        "content-type": "application/json",
    },
)
with urllib.request.urlopen(request) as response:
    run = json.load(response)
print(run["status"], run.get("outputs"))`;
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

function indent(text: string, by: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(by)}`);
}
