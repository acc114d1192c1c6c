import createSlides from '#tools/create_slides.tool.ts';
import { makeDeckArtifact } from '../artifacts/make-artifact.ts';
import { defineToolHandler } from '../contract/define-tool-handler.ts';

export default defineToolHandler(createSlides, async ({ input: { name, ...deck }, context }) => {
  const artifact = await makeDeckArtifact({ name, deck }, context);
  const { length } = deck.slides;
  return { data: { ...artifact, slides: length }, summary: `Created ${artifact.name} with ${length} slides` };
});
