import { isDeepStrictEqual } from 'node:util'
import type { BodyOf } from '@galla/contract/endpoint'
import type { connectMerchant as endpoint } from '@galla/contract/payment-accounts/accounts'
import { MAKES_QR } from '@galla/contract/payment-accounts/verification'
import { recordSecurityEvent } from '../auth/security-events/record-security-event.ts'
import { switchSessionMode } from '../auth/sessions/switch-session-mode.ts'
import { assertNotSuspended } from '../merchants/assert-not-suspended.ts'
import type { SessionCaller } from '../merchants/caller.ts'
import { lockMerchant } from '../merchants/merchant-store.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { Platform } from '../platform/feature.ts'
import { addJob } from '../platform/jobs/job-queue.ts'
import { invalidField, Refusal } from '../platform/refusal.ts'
import { accountIdFrom, type LiveAccount, type SuggestedName } from './account.ts'
import {
  type AccountKey,
  type AccountSource,
  keepsSource,
  type Verification,
  verificationFrom,
} from './account-source.ts'
import {
  copyReplacedCredentials,
  deleteSource,
  findSource,
  findVerification,
  saveSource,
} from './account-source-store.ts'
import {
  countOtherLiveAccounts,
  findCurrentLiveAccount,
  retireOtherLiveAccounts,
  saveCurrentAccount,
} from './account-store.ts'
import { findSuggestedName } from './decide-suggested-name.ts'
import { PAYEE_CHANGED_JOB, type PayeeChanged } from './notify-payee-changed.ts'
import { deleteHeartbeat } from './source-health-store.ts'

/** Each keeps its orders, credits and alert address for good. */
const LIVE_ACCOUNTS_MAX = 50

export type ConnectDeps = Pick<Platform, 'db' | 'clock' | 'ids' | 'secrets'>

export interface Connected {
  readonly account: LiveAccount
  readonly source: AccountSource | undefined
  readonly suggestedName: SuggestedName | undefined
}

/**
 * Connects an account: new live orders use it, and the session switches to live mode, all of it or nothing. Of two at once, the later one
 * stays. Existing orders keep their account. A changed payee, and new keys of a provider that makes the QR codes, are emailed to the
 * merchant, because someone who could change them unseen could take the merchant's money.
 */
export const connectMerchant = async (
  deps: ConnectDeps,
  caller: SessionCaller,
  form: BodyOf<typeof endpoint>,
): Promise<Connected> => {
  const { db, clock, ids } = deps
  const { merchantId } = caller
  const connectedAt = clock.now()
  return db.transaction(async (tx) => {
    await lockMerchant(tx, merchantId)
    await assertNotSuspended(tx, merchantId)
    const before = await findCurrentLiveAccount(tx, merchantId)
    await assertRoom(tx, merchantId, form.merchantUpiId)
    await retireOtherLiveAccounts(tx, merchantId, form.merchantUpiId)
    const account = await saveCurrentAccount(tx, merchantId, {
      accountId: accountIdFrom(ids.ulid(connectedAt)),
      provider: form.merchantProvider,
      merchantName: form.merchantName,
      providerMerchantId: form.merchantId,
      upiId: form.merchantUpiId,
      registeredName: form.registeredName ?? null,
      kind: form.kind ?? (form.isPersonalUpi ? 'personal' : null),
      uniqueAmounts: form.uniqueAmounts ?? null,
      hasPrintedQr: form.hasPrintedQr ?? null,
      connectedAt,
    })
    await switchSessionMode(tx, caller, 'live')
    const collectedBy =
      form.verification && MAKES_QR[form.verification.source] ? form.verification.source : null
    if (before?.upiId !== account.upiId || collectedBy !== null) {
      const changed = {
        merchantId,
        upiId: account.upiId,
        before: before?.upiId ?? null,
        collectedBy,
      } satisfies PayeeChanged
      await addJob(tx, PAYEE_CHANGED_JOB, changed)
    }
    const event = {
      merchantId,
      client: caller.client,
      kind: 'payee_changed',
      subject: account.upiId,
    } as const
    await recordSecurityEvent(tx, deps, event)
    const source = await connectSource(tx, deps, merchantId, account, form)
    return { account, source, suggestedName: await findSuggestedName(tx, merchantId, account) }
  })
}

/** The caller has locked the merchant. A UPI ID that was connected before needs no room. */
const assertRoom = async (tx: Transaction, merchantId: string, upiId: string): Promise<void> => {
  if ((await countOtherLiveAccounts(tx, merchantId, upiId)) >= LIVE_ACCOUNTS_MAX)
    throw invalidField(
      'merchantUpiId',
      `You have connected ${LIVE_ACCOUNTS_MAX} UPI IDs, and there can be no more. Connect one of them again`,
    )
}

/**
 * Credentials that the form leaves out stay as they are, so that changing the name needs no key; but they do not move to another provider.
 */
const connectSource = async (
  tx: Transaction,
  deps: ConnectDeps,
  merchantId: string,
  account: LiveAccount,
  { verification }: BodyOf<typeof endpoint>,
): Promise<AccountSource | undefined> => {
  const key = { merchantId, accountId: account.accountId }
  if (verification)
    return replaceSource(tx, deps, key, verificationFrom(verification, account.providerMerchantId))
  const known = await findSource(tx, key)
  if (known === undefined || (verification === undefined && keepsSource(known, account.provider)))
    return known
  await deleteHeartbeat(tx, key, 'provider')
  await deleteSource(tx, key)
  return undefined
}

/** Returns the account of new live orders, whatever the session's mode. */
export const getMerchant = async (
  { db }: Pick<ConnectDeps, 'db'>,
  { merchantId }: SessionCaller,
): Promise<Connected> => {
  const account = await findCurrentLiveAccount(db, merchantId)
  if (account === undefined) throw new Refusal('account_not_found')
  const [source, suggestedName] = await Promise.all([
    findSource(db, { merchantId, accountId: account.accountId }),
    findSuggestedName(db, merchantId, account),
  ])
  return { account, source, suggestedName }
}

/** Saves the credentials of an account's provider. Others that it had before are kept for the QRs that they made. */
export const replaceSource = async (
  tx: Transaction,
  { clock, secrets }: Pick<Platform, 'clock' | 'secrets'>,
  key: AccountKey,
  verification: Verification,
): Promise<AccountSource> => {
  const now = clock.now()
  const before = await findVerification(tx, secrets, key)
  if (before !== undefined && !isDeepStrictEqual(before, verification))
    await copyReplacedCredentials(tx, key, now)
  await deleteHeartbeat(tx, key, 'provider')
  return saveSource(tx, secrets, key, verification, now)
}
