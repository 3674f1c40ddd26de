import { isBusinessApp } from '@galla/upi/trusted-alert'
import { recordSecurityEvent } from '../../auth/security-events/record-security-event.ts'
import type { SessionCaller } from '../../merchants/caller.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/feature.ts'
import { Refusal } from '../../platform/refusal.ts'
import { lockAlert } from '../alert-store.ts'
import { openAlert, type StoredAlert } from '../stored-alert.ts'
import { insertAskedDigits, updateDigitsAnswer, updateHeardApp } from './account-digits-store.ts'

/** What a message shows of the account. Only the bank's own words and an app's package count, never a payer's. */
interface Shown {
  readonly digits: string | null
  readonly app: string | null
}

const shownBy = ({ sender, read: { reading, digits } }: StoredAlert): Shown => ({
  digits: reading.kind === 'credit' && reading.accountDigits === digits ? (digits ?? null) : null,
  app: sender !== null && isBusinessApp(sender) ? sender.trim() : null,
})

/** The merchant says that a message reports a payment to the shop: what it shows of the account is the shop's from now on. */
export const confirmHeard = (
  deps: Pick<Platform, 'db' | 'clock' | 'ids' | 'secrets'>,
  { merchantId, mode, client }: Pick<SessionCaller, 'merchantId' | 'mode' | 'client'>,
  alertId: string,
): Promise<Shown> =>
  deps.db.transaction(async (tx: Transaction) => {
    const alert = await lockAlert(tx, merchantId, mode, alertId)
    if (alert === undefined) throw new Refusal('not_found')
    const message = openAlert(deps.secrets, alert)
    // A message that a person read proves nothing of the next one.
    if (message.read.outcomeIfKept !== 'credit') throw new Refusal('alert_unproven')
    const { digits, app } = shownBy(message)
    const account = { merchantId, accountId: alert.accountId }
    if (digits !== null) {
      await insertAskedDigits(tx, account, digits, deps.clock.now())
      await updateDigitsAnswer(tx, account, digits, true)
    }
    if (app !== null) await updateHeardApp(tx, account, app)
    const named = digits ?? app
    if (named !== null)
      await recordSecurityEvent(tx, deps, {
        merchantId,
        client,
        kind: 'last_digits_changed',
        subject: `${mode} mode, ${named} is the shop's`,
      })
    return { digits, app }
  })
