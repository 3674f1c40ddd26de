import type { ForwardedRequest } from '../src/bank-alerts/receive-alert.ts'

/** What a forwarder without a signing secret sends, as JSON. */
export const unsignedRequest = (fields: object): ForwardedRequest => {
  const text = JSON.stringify(fields)
  return {
    text,
    contentType: 'application/json',
    body: Buffer.from(text),
    signature: undefined,
    timestamp: undefined,
    pingKey: undefined,
  }
}
