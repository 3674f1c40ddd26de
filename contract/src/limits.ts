/** Calls a second of one API key, unless the operator has set another number. */
export const API_RATE_PER_SECOND = 25
/** After a rest a key may call this many seconds' worth at once. */
export const API_BURST_SECONDS = 4
/** The longest request body. Uploads have separate limits. */
export const BODY_BYTES_MAX = 256 * 1024
/** How long the reply to an Idempotency-Key is repeated. */
export const IDEMPOTENCY_HOURS = 24
export const IDEMPOTENCY_KEY_CHARS_MAX = 255
