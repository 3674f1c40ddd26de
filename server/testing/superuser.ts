import { join } from 'node:path'
import { readPassword, SUPERUSER } from '@galla/embedded-postgres/cluster'

/** An embedded database as its superuser, for what only a test does: the program never connects like this. */
export const superuserOf = (connectionString: string, dataDir: string): string => {
  const url = new URL(connectionString)
  url.username = SUPERUSER
  url.password = readPassword(join(dataDir, 'postgres', 'data'), SUPERUSER)
  return url.href
}
