import { registerHooks } from 'node:module';

// Generators of clients use the API of the TypeScript compiler, which version 7 does not have.
registerHooks({
  resolve: (specifier, context, next) => next(specifier === 'typescript' ? 'typescript-5' : specifier, context),
});
