import { problemsOf } from '#components/editor/check-problems.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';

// Runs beside the page: checks what it is sent, and answers in the same order.
self.onmessage = ({ data }: MessageEvent<Workflow>) => self.postMessage(problemsOf(data, nodeRegistry));
