import finalAnswer from '#tools/final_answer.tool.ts';
import { defineToolHandler } from '../contract/define-tool-handler.ts';

export default defineToolHandler(finalAnswer, async ({ input: { answer } }) => ({
  data: { answer },
  summary: `An answer of ${answer.length} characters`,
}));
