import reviseSlide from '#tools/revise_slide.tool.ts';
import { replaceSlideArtifact } from '../artifacts/make-artifact.ts';
import { defineToolHandler } from '../contract/define-tool-handler.ts';
import { filesOf } from '../tools/files-of.ts';

export default defineToolHandler(
  reviseSlide,
  async ({ input, context }) => {
    const data = await replaceSlideArtifact(input, context);
    return { data, summary: `Revised slide ${input.pageIndex + 1} of ${data.name}, version ${data.revision}` };
  },
  {
    check: async ({ input, context }) => void (await filesOf(context).locate(context.workspaceId, { fileId: input.artifactId })),
  },
);
