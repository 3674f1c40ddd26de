import pg from 'pg'
import { SilentDatabaseError } from './database-connection.ts'
import { isReadOnly, READ_ONLY_QUERY } from './read-only.ts'
import { serverUrls } from './server-urls.ts'

/** The server takes no writes: it is a standby, or became one. */
export class ReadOnlyDatabaseError extends Error {
  override name = 'ReadOnlyDatabaseError'

  constructor() {
    super('the database takes no writes: it is a standby, or set to read-only')
  }
}

/** Which server of each list took writes last. Every connection of the process starts there. */
const chosen = new Map<string, number>()

/** Returns the client for `connectionString`. With several servers, it uses the writable one. */
export const clientFor = (connectionString: string): typeof pg.Client => {
  const urls = serverUrls(connectionString)
  if (urls.length === 1) return pg.Client

  return class extends pg.Client {
    readonly #server: number

    constructor(config?: string | pg.ClientConfig) {
      const server = chosen.get(connectionString) ?? 0
      super({ ...(typeof config === 'object' ? config : {}), connectionString: urls[server] })
      this.#server = server
      this.on('error', (error) => error instanceof SilentDatabaseError && this.#tryNext())
    }

    /** Later connections go to the next server, unless another connection moved on before. */
    #tryNext(): void {
      if ((chosen.get(connectionString) ?? 0) === this.#server)
        chosen.set(connectionString, (this.#server + 1) % urls.length)
    }

    async #connect(): Promise<pg.Client> {
      try {
        await super.connect()
        await assertWritable(this)
        return this
      } catch (error) {
        this.#tryNext()
        void this.end().catch(() => {})
        throw error
      }
    }

    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error | null) => void): void
    override connect(callback?: (error: Error | null) => void): unknown {
      const connected = this.#connect()
      if (callback === undefined) return connected
      return connected.then(() => callback(null), callback)
    }
  }
}

export const assertWritable = async (client: pg.Client): Promise<void> => {
  if (isReadOnly((await client.query(READ_ONLY_QUERY.text)).rows)) throw new ReadOnlyDatabaseError()
}
