import { COVERAGE_DAYS, type SourceHealth } from '@galla/contract/source-health/sources'
import type { SessionCaller } from '../merchants/caller.ts'
import type { Platform } from '../platform/feature.ts'
import { listSourceHealth } from './coverage-store.ts'

/** Lists the sources of the merchant's live account, whichever mode the session is in. */
export const listSources = async (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { merchantId }: Pick<SessionCaller, 'merchantId'>,
): Promise<SourceHealth[]> =>
  (await listSourceHealth(db, merchantId, clock.now(), COVERAGE_DAYS)).map((row) => ({
    source: row.source,
    connectedAt: row.connected_at.toISOString(),
    lastHeardAt: row.heard_at?.toISOString() ?? null,
    unusedSince: row.unused_since?.toISOString() ?? null,
    lastMessageAt: row.message_at?.toISOString() ?? null,
    silence:
      row.noticed_at === null || row.reason === null
        ? null
        : {
            since: row.silent_since?.toISOString() ?? null,
            noticedAt: row.noticed_at.toISOString(),
            reason: row.reason,
          },
    payments: row.payments,
    heard: row.heard,
    delayP50: row.delay_p50,
    delayP95: row.delay_p95,
  }))
