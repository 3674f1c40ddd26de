import { needsSweep } from '../bank-alerts/alert-outcome.ts'
import type { AccountDigits } from '../bank-alerts/digits/account-digits.ts'
import { readAlert } from '../bank-alerts/read-alert.ts'
import { sealAlert, timeOf, toStoredAlert } from '../bank-alerts/stored-alert.ts'
import { hmacSha256 } from '../platform/crypto/crypto.ts'
import type { Platform } from '../platform/feature.ts'
import type { NewEmailAlert } from './email-store.ts'
import type { ReadEmail } from './read-email.ts'

/** Builds the row of a received e-mail. */
export const emailAlertRow = (
  { clock, ids, secrets }: Pick<Platform, 'clock' | 'ids' | 'secrets'>,
  { text, subject, sender, origin, writtenAt, identity }: ReadEmail,
  digits: AccountDigits,
): NewEmailAlert => {
  const now = clock.now()
  const alertId = ids.ulid(now)
  const email = { text, title: subject === '' ? null : subject, sender, email: origin, ...digits }
  const read = readAlert(email)
  const time = timeOf(read, { times: writtenAt === null ? [] : [writtenAt], arrivedAt: now })
  return {
    alertId,
    receivedAt: now,
    occurredAt: time.at,
    dedupKey: hmacSha256(secrets.subkey('alert dedup keys'), JSON.stringify(['email', ...identity])),
    sealed: sealAlert(secrets, alertId, toStoredAlert(read, email, time)),
    outcome: read.outcome,
    outcomeIfKept: read.outcomeIfKept,
    needsSweep: needsSweep(read),
    isRefused: 'refusal' in origin,
  }
}
