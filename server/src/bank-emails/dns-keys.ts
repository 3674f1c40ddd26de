import { Resolver } from 'node:dns/promises'
import { errorCode } from '../platform/error-code.ts'

/** Finds the TXT records of a name. */
export type FindTxt = (name: string) => Promise<string[][]>

const TIMEOUT_MS = 3_000
const TRIES = 2
const OUTAGE = new Set(['ETIMEOUT', 'ECONNREFUSED', 'ESERVFAIL'])

/** Uses these name servers, or those of the system. */
export const createFindTxt = (servers: readonly string[]): FindTxt => {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  if (servers.length > 0) resolver.setServers(servers)
  return (name) =>
    resolver.resolveTxt(name).catch((error: unknown) => {
      // Every error but an outage means that there is no such key, so a strange selector does not look like an outage.
      throw OUTAGE.has(errorCode(error))
        ? error
        : Object.assign(new Error('no such key'), { code: 'ENOTFOUND' })
    })
}
