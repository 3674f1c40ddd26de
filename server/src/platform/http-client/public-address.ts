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
