import { COVERAGE_DAYS, type SourceHealth } from '@galla/contract/source-health/sources'
import type { Source } from '@galla/contract/webhooks/webhook'
import { recordSecurityEvent } from '../auth/security-events/record-security-event.ts'
import type { SessionCaller } from '../merchants/caller.ts'
import { findCurrentLiveAccount } from '../payment-accounts/account-store.ts'
import { updateSourceUse } from '../payment-accounts/source-health-store.ts'
import type { Platform } from '../platform/feature.ts'
import { isoDates } from '../platform/iso-dates.ts'
import { Refusal } from '../platform/refusal.ts'
import { listSourceHealth } from './coverage-store.ts'
import { endSilenceOf } from './silence-store.ts'

/** Lists the sources of the merchant's live account, whichever mode the session is in. */
export const listSources = async (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { merchantId }: Pick<SessionCaller, 'merchantId'>,
): Promise<SourceHealth[]> =>
  (await listSourceHealth(db, merchantId, clock.now(), COVERAGE_DAYS)).map(
    ({ silentSince, noticedAt, reason, ...source }) => ({
      ...isoDates(source),
      silence:
        noticedAt === null || reason === null ? null : isoDates({ since: silentSince, noticedAt, reason }),
    }),
  )

/**
 * Marks a source of the live account as no longer used, which ends its silence, or as used again. Sends no `source.back` event, because the
 * source does not report again.
 */
export const updateSource = (
  deps: Pick<Platform, 'db' | 'clock' | 'ids'>,
  { merchantId, client }: Pick<SessionCaller, 'merchantId' | 'client'>,
  source: Source,
  isUsed: boolean,
): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const account = await findCurrentLiveAccount(tx, merchantId)
    if (account === undefined) throw new Refusal('account_not_found')
    const key = { merchantId, accountId: account.accountId }
    const now = deps.clock.now()
    if (!(await updateSourceUse(tx, key, source, isUsed, now))) return
    if (!isUsed) await endSilenceOf(tx, key, source, now)
    const kind = isUsed ? 'source_used' : 'source_unused'
    await recordSecurityEvent(tx, deps, { merchantId, client, kind, subject: `${source}, ${account.upiId}` })
  })
