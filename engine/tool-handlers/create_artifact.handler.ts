import createArtifact from '#tools/create_artifact.tool.ts';
import { makeTextArtifact } from '../artifacts/make-artifact.ts';
import { defineToolHandler } from '../contract/define-tool-handler.ts';
import { filesOf } from '../tools/files-of.ts';

export default defineToolHandler(
  createArtifact,
  async ({ input, context }) => {
    const data = await makeTextArtifact(input, context);
    return { data, summary: `Created ${data.name}, version ${data.revision}` };
  },
  {
    check: async ({ input: { artifactId }, context }) => {
      if (artifactId !== undefined) await filesOf(context).locate(context.workspaceId, { fileId: artifactId });
    },
  },
);
