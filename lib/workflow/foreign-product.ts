/** Products whose files people try to import. */
export type ForeignProduct = 'n8n' | 'Dify' | 'Flowise' | 'Langflow' | 'Sim' | 'Make';

/** The product that a file is from, if it is a known one and not ours. Pure; takes any text. */
export function foreignProduct(text: string): ForeignProduct | undefined {
  const trimmed = text.replace(/^\ufeff/, '').trimStart();
  if (!trimmed.startsWith('{')) return productOfYaml(trimmed);
  try {
    return foreignProductOf(JSON.parse(trimmed));
  } catch {
    return undefined;
  }
}

function productOfYaml(text: string): ForeignProduct | undefined {
  const keys = new Set(text.slice(0, MAX_YAML_CHARS).match(/^\w+(?=:)/gm));
  if (keys.has('kind') && keys.has('app') && keys.has('version')) return 'Dify';
  return keys.has('blocks') && keys.has('version') ? 'Sim' : undefined;
}

const MAX_YAML_CHARS = 200_000;

/** The product that a document is from, if it is a known one and not ours. */
export function foreignProductOf(json: unknown): ForeignProduct | undefined {
  if (!isObject(json) || String(json.format ?? '').startsWith('threadloom/')) return undefined;
  if (isObject(json.app) && json.kind === 'app') return 'Dify';
  if (Array.isArray(json.flow) && isObject(json.metadata)) return 'Make';
  if (isObject(json.blocks) || (isObject(json.state) && isObject(json.state.blocks))) return 'Sim';
  if (isObject(json.data) && Array.isArray(json.data.nodes)) return 'Langflow';
  if (!Array.isArray(json.nodes)) return undefined;
  if (isObject(json.connections) || json.nodes.some((node) => /^(@n8n\/)?n8n-nodes/.test(String(node?.type)))) return 'n8n';
  return json.nodes.some((node) => isObject(node?.data) && 'inputAnchors' in node.data) ? 'Flowise' : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
