import { findSystemBinaries } from '@galla/embedded-postgres/binaries'
import { test } from 'vitest'

/** Tests of backups need `pg_dump`. It comes with the system's PostgreSQL, which is then the server of the tests too. */
export const backupTest = test.skipIf(findSystemBinaries() === undefined)
