import type { MailDeps } from '../src/merchants/email-merchant.ts'
import { secretsFrom } from '../src/platform/crypto/crypto.ts'
import { randomIds } from '../src/platform/ids.ts'

/** What a job of the queue hands to the function that sends a letter. */
export const letterJob = (name = 'test.letter'): Pick<MailDeps, 'secrets' | 'job'> => ({
  secrets: secretsFrom(new Uint8Array(32).fill(7)),
  job: { id: randomIds.token(8), name },
})
