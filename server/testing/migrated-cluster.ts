import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { copyCluster } from '@galla/embedded-postgres/cluster-template-harness'
import { migrate } from '../src/platform/database/migrate.ts'

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const MIGRATIONS_DIR = pathOf('../migrations')

/** Gives a new data folder a migrated database, as the second start of a Galla finds it. */
export const copyMigratedCluster = (dataDir: string, systemBin?: string): Promise<void> =>
  copyCluster(dataDir, {
    name: 'migrated',
    systemBin,
    sources: [
      // The job queue has its own migrations.
      pathOf('../../package-lock.json'),
      pathOf('../src/platform/database/migrate.ts'),
      ...readdirSync(MIGRATIONS_DIR)
        .sort()
        .map((file) => join(MIGRATIONS_DIR, file)),
    ],
    fill: (connectionString) => migrate(connectionString, MIGRATIONS_DIR),
  })
