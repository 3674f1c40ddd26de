import type pg from 'pg'
import { systemClock } from '../clock.ts'
import {
  connectionConfig,
  createDatabaseSockets,
  type DatabaseSockets,
  FIRST_CONNECT_TIMEOUT_MS,
} from './database-connection.ts'
import { clientFor } from './database-servers.ts'
import { type DedicatedConnection, openDedicatedConnection } from './dedicated-connection.ts'
import { serverUrls } from './server-urls.ts'

/** Drops `sockets` when a second connection finds the database silent, because a connection that waits for a reply cannot test it. */
export const dropOnSilence = (
  connectionString: string,
  sockets: DatabaseSockets,
): Promise<DedicatedConnection> =>
  openDedicatedConnection({
    connectionString,
    applicationName: 'galla heartbeat',
    clock: systemClock,
    prepare: async () => {},
    onLost: () => {},
    onUnusable: sockets.dropAll,
  })

/**
 * Opens a connection for a program that starts or runs once, to the first server that takes writes. It fails within seconds when the
 * database falls silent.
 */
export const connectClient = async (
  connectionString: string,
  applicationName: string,
  options: pg.ClientConfig = {},
): Promise<pg.Client> => {
  const sockets = createDatabaseSockets()
  const client = await connectToFirst(connectionString, applicationName, {
    ...options,
    stream: sockets.open,
  })
  try {
    const heartbeat = await dropOnSilence(connectionString, sockets)
    client.once('end', () => void heartbeat.close())
    return client
  } catch (error) {
    sockets.dropAll()
    throw error
  }
}

const connectToFirst = async (
  connectionString: string,
  applicationName: string,
  options: pg.ClientConfig,
): Promise<pg.Client> => {
  const Client = clientFor(connectionString)
  const servers = serverUrls(connectionString).length
  for (let tried = 1; ; tried += 1) {
    const client = new Client({
      ...connectionConfig(connectionString, applicationName, FIRST_CONNECT_TIMEOUT_MS / servers),
      ...options,
    })
    // The statement in progress reports the error; without a listener it would end the process.
    client.on('error', () => undefined)
    try {
      await client.connect()
      return client
    } catch (error) {
      if (tried >= servers) throw error
    }
  }
}
