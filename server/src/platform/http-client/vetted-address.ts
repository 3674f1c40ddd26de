import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** Why a host name gives no address to connect to. */
export class AddressError extends Error {
  override name = 'AddressError'
  readonly code: 'dns_failed' | 'private_address'

  constructor(code: 'dns_failed' | 'private_address') {
    super(code)
    this.code = code
  }
}

/** Resolves a host name once and checks every address. Connect to one of these, so that DNS rebinding cannot reach another. */
export const resolveVettedAddresses = async (
  host: string,
  { allowPrivate, signal }: { readonly allowPrivate: boolean; readonly signal: AbortSignal },
): Promise<readonly LookupAddress[]> => {
  const family = isIP(host)
  const resolving = family === 0 ? lookup(host, { all: true }) : Promise.resolve([{ address: host, family }])
  const addresses = await Promise.race([
    resolving.catch(() => Promise.reject(new AddressError('dns_failed'))),
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new AddressError('dns_failed')), { once: true })
    }),
  ])
  if (addresses.length === 0) throw new AddressError('dns_failed')
  // One private address is enough to refuse, because the connection could use it.
  if (!allowPrivate && !addresses.every(({ address }) => isPublicAddress(address)))
    throw new AddressError('private_address')
  return addresses
}
