import type { jsonSchemaValidator } from '@modelcontextprotocol/client';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import { checkJsonSchema } from '#lib/workflow/check-json-schema.ts';

/** Validates with bounded steps and without compiling code: schemas are a server's. */
export const schemaValidator: jsonSchemaValidator = {
  getValidator<T>(schema: unknown) {
    return (value: unknown) => {
      const [problem] = checkJsonSchema(value, schema as JsonSchema);
      return problem === undefined
        ? { valid: true as const, data: value as T, errorMessage: undefined }
        : { valid: false as const, data: undefined, errorMessage: `${problem.path || 'the value'} ${problem.message}` };
    };
  },
};
