import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Refused ranges that ipaddr.js reports as unicast.
 * https://www.iana.org/assignments/iana-ipv4-special-registry and iana-ipv6-special-registry.
 */
const ALSO_REFUSED = [
  '192.0.0.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '240.0.0.0/4',
  '::/8',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
  '5f00::/16',
  'fec0::/10',
].map((range) => ipaddr.parseCIDR(range))

/** True for an address on the public internet, the only kind that a merchant's URL may resolve to. */
export const isPublicAddress = (text: string): boolean => {
  // An address with a zone belongs to a local interface.
  if (text.includes('%') || !ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast') return false
  return !ALSO_REFUSED.some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
  )
}

/** Why a host name gives no address to connect to. */
export class AddressError extends Error {
  override name = 'AddressError'
  readonly code: 'dns_failed' | 'private_address'

  constructor(code: 'dns_failed' | 'private_address') {
    super(code)
    this.code = code
  }
}

/** Names of this machine (RFC 6761), which are not sent to a name server. */
const LOOPBACK_NAME = /^(?:.*\.)?localhost\.?$/i

export interface ResolveOptions {
  readonly allowPrivate: boolean
  readonly signal: AbortSignal
  /** None: the system's. */
  readonly nameServers?: readonly string[]
}

/** Resolves a host name once and checks every address. Connect to one of these, so that DNS rebinding cannot reach another. */
export const resolveVettedAddresses = async (
  host: string,
  options: ResolveOptions,
): Promise<readonly LookupAddress[]> => {
  const addresses = await resolve(host, options)
  if (addresses.length === 0) throw new AddressError('dns_failed')
  // One private address is enough to refuse, because the connection could use it.
  if (!options.allowPrivate && !addresses.every(({ address }) => isPublicAddress(address)))
    throw new AddressError('private_address')
  return addresses
}

const resolve = async (host: string, options: ResolveOptions): Promise<readonly LookupAddress[]> => {
  const family = isIP(host)
  if (family !== 0) return [{ address: host, family }]
  if (options.allowPrivate) return lookUpLocally(host, options)
  if (LOOPBACK_NAME.test(host)) throw new AddressError('private_address')
  return askNameServers(host, options)
}

/** Knows the names of this machine and of its network too. */
const lookUpLocally = (host: string, { signal }: ResolveOptions): Promise<LookupAddress[]> =>
  Promise.race([
    lookup(host, { all: true }).catch(() => Promise.reject(new AddressError('dns_failed'))),
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new AddressError('dns_failed')), { once: true })
    }),
  ])

/**
 * Asks without the thread pool, which looks up two names at a time: two names of a merchant whose name servers do not respond would hold up
 * the webhooks and provider calls of all others.
 */
const askNameServers = async (
  host: string,
  { signal, nameServers = [] }: ResolveOptions,
): Promise<LookupAddress[]> => {
  const resolver = new Resolver()
  if (nameServers.length > 0) resolver.setServers(nameServers)
  const cancel = (): void => resolver.cancel()
  signal.addEventListener('abort', cancel)
  try {
    // A family that a host does not have is an error.
    const [v4, v6] = await Promise.all([
      resolver.resolve4(host).catch(() => []),
      resolver.resolve6(host).catch(() => []),
    ])
    return [
      ...v4.map((address) => ({ address, family: 4 })),
      ...v6.map((address) => ({ address, family: 6 })),
    ]
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
