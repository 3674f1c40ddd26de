import { connectClient } from '../server/src/platform/database/one-off-connection.ts'
import { DistributeError, distributeTables } from '../server/src/platform/distributed/distribute-tables.ts'
import { runCommand } from '../server/src/platform/report-failure.ts'
import { readSettings } from '../server/src/platform/settings.ts'

/** Distributes the tables of a Citus database by merchant. Exits with 0 if they are distributed, and 1 if nothing was changed. */
const main = async (): Promise<void> => {
  const { databaseUrl } = readSettings(process.env)
  if (databaseUrl === undefined)
    throw new DistributeError(
      "Set DATABASE_URL to the coordinator of a Citus database. Galla's own PostgreSQL is a single server.",
    )
  const client = await connectClient(databaseUrl, 'galla distribute')
  try {
    const { distributed, reference, changed } = await distributeTables(client)
    console.log(
      changed.length === 0
        ? `Nothing to do: ${distributed.length} tables are distributed by merchant, ${reference.length} are on each server.`
        : `${distributed.length} tables are distributed by merchant, ${reference.length} are on each server; ${changed.length} of them since now.`,
    )
  } finally {
    await client.end()
  }
}

void runCommand(main)
