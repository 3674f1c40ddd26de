export const KEYS = { id: 'api-keys', title: 'API keys' }
export const REQUESTS = { id: 'request-log', title: 'Request log' }
