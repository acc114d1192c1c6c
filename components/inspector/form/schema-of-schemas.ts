const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };
const inner = { $ref: '#' };

/** The common keywords of JSON Schema, for completion. Other keywords are allowed. */
export const schemaOfSchemas = {
  type: 'object',
  properties: {
    type: {
      anyOf: [
        { enum: ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'] },
        { type: 'array', items: { enum: ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'] } },
      ],
    },
    title: text,
    description: text,
    enum: { type: 'array' },
    const: {},
    default: {},
    properties: { type: 'object', additionalProperties: inner },
    required: { type: 'array', items: text },
    additionalProperties: { anyOf: [{ type: 'boolean' }, inner] },
    items: inner,
    minItems: count,
    maxItems: count,
    uniqueItems: { type: 'boolean' },
    minLength: count,
    maxLength: count,
    pattern: text,
    format: text,
    minimum: { type: 'number' },
    maximum: { type: 'number' },
    anyOf: { type: 'array', items: inner },
    oneOf: { type: 'array', items: inner },
    allOf: { type: 'array', items: inner },
    $defs: { type: 'object', additionalProperties: inner },
    $ref: text,
  },
} as const;
