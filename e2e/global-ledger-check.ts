import { findRunningPostgres } from '@galla/embedded-postgres/embedded-postgres'
import type { FullConfig } from '@playwright/test'
import { systemClock } from '../server/src/platform/clock.ts'
import { openDatabase } from '../server/src/platform/database/database.ts'
import { expectVerified } from '../server/testing/verified.ts'

/** The end of all stories, while their server still runs: whatever they did, the ledger's promises hold. */
export default async ({ webServer }: FullConfig): Promise<void> => {
  const dataDir = webServer?.env?.DATA_DIR
  const connectionString = dataDir === undefined ? undefined : findRunningPostgres(dataDir)
  if (connectionString === undefined) throw new Error("the stories' database is not there to be looked at")
  const db = openDatabase(connectionString, { applicationName: 'galla verify-ledger', max: 1 })
  try {
    await expectVerified({ db, clock: systemClock })
  } finally {
    await db.close()
  }
}
