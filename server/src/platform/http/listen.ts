import type { FastifyInstance } from 'fastify'
import { waitRealMs } from '../clock.ts'
import { errorCode } from '../error-code.ts'

/** An error that the operator can fix; the message says how. */
class ListenError extends Error {
  override name = 'ListenError'
}

/**
 * The port may be in use for a moment: by the previous process, until the system releases it after kill -9, or by a client on this machine
 * whose connection got this number (Linux assigns 32768 to 60999).
 */
const PORT_WAIT_MS_MAX = 5_000
const TRY_EVERY_MS = 100

export const listen = async (
  http: FastifyInstance,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<void> => {
  for (let waitedMs = 0; ; waitedMs += TRY_EVERY_MS) {
    const code = await tryListen(http, port, host)
    if (code === undefined) return
    if (code === 'EADDRINUSE' && waitedMs < PORT_WAIT_MS_MAX) await waitRealMs(TRY_EVERY_MS)
    else if (code === 'EADDRINUSE')
      throw new ListenError(`PORT ${port} is in use; stop what listens there or set another`)
    else if (code === 'EACCES')
      throw new ListenError(`PORT ${port} may not be used by this user; set another`)
    else throw new ListenError(`HOST ${host} is no address of this machine`)
  }
}

const EXPECTED = new Set(['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND'])

const tryListen = async (http: FastifyInstance, port: number, host: string): Promise<string | undefined> => {
  try {
    await http.listen({ port, host })
    return undefined
  } catch (error) {
    const code = errorCode(error)
    if (typeof code === 'string' && EXPECTED.has(code)) return code
    throw error
  }
}
