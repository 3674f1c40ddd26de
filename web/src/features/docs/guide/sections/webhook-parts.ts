/** Separate from the parts, whose script is loaded later in the public guide. */
export const WEBHOOK_PARTS = {
  format: { id: 'webhook-format', title: 'Webhook format' },
  fields: { id: 'webhook-fields', title: 'Webhook fields' },
  response: { id: 'expected-response', title: 'Expected response' },
  security: { id: 'security-notes', title: 'Security notes' },
  example: { id: 'webhook-example', title: 'Example receivers' },
  retries: { id: 'retry-policy', title: 'Retry policy' },
} as const
