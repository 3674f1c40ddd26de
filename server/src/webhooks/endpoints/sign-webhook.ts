import { SECRET_PREFIX, signedContent } from '@galla/contract/webhooks/webhook'
import { hmacSha256 } from '../../platform/crypto/crypto.ts'

export interface ToSign {
  /** The same in every attempt. */
  readonly webhookId: string
  /** Fresh in every attempt: receivers refuse what is older than five minutes. */
  readonly at: Date
  readonly body: string
  /** `whsec_…`; each signs. */
  readonly secrets: readonly string[]
}

const signatureOf = (secret: string, content: string): string => {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  return `v1,${hmacSha256(key, content).toString('base64')}`
}

/** The headers of Standard Webhooks 1.0 (https://www.standardwebhooks.com), symmetric signatures. */
export const signWebhook = ({ webhookId, at, body, secrets }: ToSign): Record<string, string> => {
  const timestampSeconds = Math.floor(at.getTime() / 1000)
  const content = signedContent(webhookId, timestampSeconds, body)
  return {
    'webhook-id': webhookId,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': secrets.map((secret) => signatureOf(secret, content)).join(' '),
  }
}
