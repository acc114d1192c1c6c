import template from '#nodes/template/template.node.ts';
import { defineExecutor } from '../contract/define-executor.ts';

export default defineExecutor(template, ({ config }) => ({ out: { text: config.template } }));
