export const KEYS = { id: 'api-keys', title: 'API keys' }

/** The sections of the guide that the specification asks for, in its order. Their texts load after the page that lists them. */
export const GUIDE_PARTS = [
  { id: 'create-order', title: 'Create an order' },
  { id: 'check-order-status', title: 'Check order status' },
  { id: 'webhook-format', title: 'Webhook format' },
  { id: 'webhook-fields', title: 'Webhook fields' },
  { id: 'expected-response', title: 'Expected response' },
  { id: 'security-notes', title: 'Security notes' },
  { id: 'webhook-example', title: 'Example receivers' },
  { id: 'retry-policy', title: 'Retry policy' },
  { id: 'important-notes', title: 'Important notes' },
  { id: 'status-codes', title: 'Status codes' },
]
