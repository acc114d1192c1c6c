// Loaded by `--import` before the product's own modules.
import { registerHooks } from 'node:module';
import { makeModuleResolver } from './module-resolver.mjs';

registerHooks({ resolve: makeModuleResolver(new URL('..', import.meta.url).href) });
