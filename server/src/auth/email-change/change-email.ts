import type { EmailChange } from '@galla/contract/auth/email-change'
import type { SessionCaller } from '../../merchants/caller.ts'
import { countRequest, isRequestAllowed, type LimitDeps } from '../../merchants/limit-attempts.ts'
import { lockMerchant } from '../../merchants/merchant-store.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/feature.ts'
import type { Ids } from '../../platform/ids.ts'
import { addJob } from '../../platform/jobs/job-queue.ts'
import { Refusal } from '../../platform/refusal.ts'
import { recordSecurityEvent } from '../security-events/record-security-event.ts'
import { deleteEmailChange, findEmailChange, saveEmailChange } from './email-change-store.ts'
import { CONFIRM_EMAIL_JOB, type ConfirmEmail } from './send-email-change-emails.ts'

export interface ChangeEmailDeps extends LimitDeps {
  readonly ids: Ids
}

const CONFIRM_MS = 24 * 3_600_000

/**
 * Refuses too many changes of one merchant, in total and to one address. Returns false when others had too many emails sent to the address:
 * then it gets none, and the reply is the same.
 */
export const countEmailChange = async (
  deps: LimitDeps,
  merchantId: string,
  email: string,
): Promise<boolean> => {
  await countRequest(deps, { name: 'email-change', key: merchantId })
  await countRequest(deps, { name: 'email-change-pair', key: `${merchantId}\n${email}` })
  return isRequestAllowed(deps, { name: 'email-change-to', key: email })
}

/**
 * Starts a change of the address, which takes effect when the emailed link is confirmed. The reply is the same whether or not the address
 * has an account: only its own mailbox learns that.
 */
export const requestEmailChange = async (
  tx: Transaction,
  { clock, ids }: Pick<Platform, 'clock' | 'ids'>,
  { merchantId, client }: SessionCaller,
  { newEmail, sendsEmail }: { readonly newEmail: string; readonly sendsEmail: boolean },
): Promise<void> => {
  const createdAt = clock.now()
  const changeId = ids.ulid(createdAt)
  const expiresAt = new Date(createdAt.getTime() + CONFIRM_MS)
  await saveEmailChange(tx, { merchantId, changeId, newEmail, createdAt, expiresAt })
  if (sendsEmail) await addJob(tx, CONFIRM_EMAIL_JOB, { merchantId, changeId } satisfies ConfirmEmail)
  const event = { merchantId, client, kind: 'email_change_requested', subject: newEmail } as const
  await recordSecurityEvent(tx, { clock, ids }, event)
}

export const emailChangeOf = async (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { merchantId }: SessionCaller,
): Promise<EmailChange | null> => {
  const pending = await findEmailChange(db, merchantId, clock.now())
  return pending === undefined
    ? null
    : {
        newEmail: pending.newEmail,
        requestedAt: pending.createdAt.toISOString(),
        expiresAt: pending.expiresAt.toISOString(),
      }
}

/** Emails a new link; the previous one becomes void. */
export const resendEmailChange = async (deps: ChangeEmailDeps, caller: SessionCaller): Promise<void> => {
  const { merchantId } = caller
  const pending = await findEmailChange(deps.db, merchantId, deps.clock.now())
  if (pending === undefined) throw new Refusal('no_email_change')
  const { newEmail } = pending
  const sendsEmail = await countEmailChange(deps, merchantId, newEmail)
  await deps.db.transaction(async (tx) => {
    await lockMerchant(tx, merchantId)
    const still = await findEmailChange(tx, merchantId, deps.clock.now())
    if (still?.changeId !== pending.changeId) throw new Refusal('no_email_change')
    await requestEmailChange(tx, deps, caller, { newEmail, sendsEmail })
  })
}

export const cancelEmailChange = (deps: ChangeEmailDeps, caller: SessionCaller): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const { merchantId, client } = caller
    await lockMerchant(tx, merchantId)
    if (await deleteEmailChange(tx, merchantId))
      await recordSecurityEvent(tx, deps, { merchantId, client, kind: 'email_change_cancelled' })
  })
