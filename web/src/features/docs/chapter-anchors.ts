import { STATUS_CODES } from './guide/sections/rule-sections.tsx'

/** Anchors and titles, separate from the chapters, whose chunks load after the page that lists them. */
export const WEBHOOKS = { id: 'webhooks', title: 'Webhooks' }
export const SDK = { id: 'sdk', title: 'SDK and command line' }
export const WOOCOMMERCE = { id: 'woocommerce', title: 'WooCommerce' }
export const TEST_MODE = { id: 'test-mode', title: 'Test mode and the simulator' }
export const ERRORS = { ...STATUS_CODES, title: 'Errors and codes' }
export const IDEMPOTENCY = { id: 'idempotency', title: 'Idempotency' }
export const LIMITS = { id: 'limits', title: 'Limits' }
export const GOING_LIVE = { id: 'going-live', title: 'Going live' }
export const CONNECTING = { id: 'connecting-an-account', title: 'Connecting an account' }
export const SELF_HOSTING = { id: 'self-hosting', title: 'Self-hosting' }
