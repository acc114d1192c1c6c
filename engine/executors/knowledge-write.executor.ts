import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ConfigOf } from '#lib/node-kit/define-node.ts';
import type { GivenDocument, WrittenDocument } from '#lib/ports/knowledge.ts';
import { fileRefOf, inlineBytes } from '#lib/run/file-value.ts';
import knowledgeWrite from '#nodes/knowledge-write/knowledge-write.node.ts';
import { readFileValue } from '../code/read-file-value.ts';
import { defineExecutor, type ExecutorContext } from '../contract/define-executor.ts';
import { filesOf } from '../tools/files-of.ts';

type Config = ConfigOf<typeof knowledgeWrite>;

export default defineExecutor(knowledgeWrite, async ({ config, context }) => {
  const { knowledge } = context.tools;
  if (!knowledge) {
    throw new NodeFailure('knowledge-failed', 'There are no knowledge bases here', { hint: 'Run the workflow on a server' });
  }
  const { base, onExisting, wait } = config;
  const documents = await documentsOf(config, context);
  // Writing it again changes nothing: its key says which document it is.
  const effect = { key: 'write', kind: 'tool', name: `knowledge-write ${base}`, effects: 'write', isRepeatable: true } as const;
  const written = await context
    .effect(effect, () =>
      knowledge.write(context.workspaceId, { base, documents, onExisting, runId: context.runId, makesBase: true }),
    )
    .catch((error: unknown) => {
      throw NodeFailure.is(error) && error.path === 'base' ? error.inField('config.base') : error;
    });
  const failed = wait ? await knowledge.settled(context.workspaceId, idsOf(written), context.signal) : [];
  return { out: { documents: written, failed } };
});

function idsOf(written: readonly WrittenDocument[]): string[] {
  return written.map(({ documentId }) => documentId);
}

async function documentsOf({ documents, files, key, base }: Config, context: ExecutorContext): Promise<GivenDocument[]> {
  const texts = documents === undefined ? [] : [documents].flat();
  const given = files === undefined ? [] : [files].flat();
  if (key !== undefined && key !== '' && texts.length + given.length > 1) {
    throw new NodeFailure(
      'knowledge-refused',
      `The key ${JSON.stringify(key)} is for one document, and there are ${texts.length + given.length}`,
      {
        path: 'config.key',
        hint: 'Give each text a key of its own',
      },
    );
  }
  const common = key === undefined || key === '' ? {} : { key };
  const ofTexts = texts.map((document) =>
    typeof document === 'string' ? { text: document, ...common } : { ...document, ...common },
  );
  const ofFiles: GivenDocument[] = [];
  for (const [index, file] of given.entries())
    ofFiles.push({ ...(await fileOf(file, { base, context, path: `config.files[${index}]` })), ...common });
  return [...ofTexts, ...ofFiles];
}

type Place = { readonly base: string; readonly context: ExecutorContext; readonly path: string };

/** A file of the workspace; content that came with the value becomes one, as does content that is not the newest. */
async function fileOf(value: unknown, { base, context, path }: Place): Promise<{ fileId: string } | { path: string }> {
  const ref = inlineBytes(value) ? undefined : fileRefOf(value);
  const located = ref && (await inPath(path, () => filesOf(context).locate(context.workspaceId, ref)));
  if (ref && located?.isNewest !== false) return ref;
  const file = await inPath(path, () => readFileValue(value, context));
  if (!file) {
    throw new NodeFailure('knowledge-refused', 'The value is no file', {
      path,
      hint: 'Give a file input, a file that another node wrote, or the path of a workspace file',
    });
  }
  const madeBy = { runId: context.runId, nodeId: context.nodeId };
  const [written] = await filesOf(context).writeAll(context.workspaceId, `knowledge/${base}`, [file], madeBy);
  return { path: written?.path ?? file.name };
}

async function inPath<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw NodeFailure.is(error) ? error.inField(path) : error;
  }
}
