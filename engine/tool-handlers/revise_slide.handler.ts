import reviseSlide from '#tools/revise_slide.tool.ts';
import { replaceSlideArtifact } from '../artifacts/make-artifact.ts';
import { defineToolHandler } from '../contract/define-tool-handler.ts';

export default defineToolHandler(reviseSlide, async ({ input, context }) => {
  const data = await replaceSlideArtifact(input, context);
  return { data, summary: `Revised slide ${input.pageIndex + 1} of ${data.name}, version ${data.revision}` };
});
