import createArtifact from '#tools/create_artifact.tool.ts';
import { makeTextArtifact } from '../artifacts/make-artifact.ts';
import { defineToolHandler } from '../contract/define-tool-handler.ts';

export default defineToolHandler(createArtifact, async ({ input, context }) => {
  const data = await makeTextArtifact(input, context);
  return { data, summary: `Created ${data.name}, version ${data.revision}` };
});
