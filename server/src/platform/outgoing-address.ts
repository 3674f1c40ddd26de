import ipaddr from 'ipaddr.js'

/** Ranges that are nobody's public address, by the registries of IANA (RFC 6890 and its successors). */
const NOT_PUBLIC_IPV6 = [
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
].map((range) => ipaddr.IPv6.parseCIDR(range))

const NOT_PUBLIC_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
].map((range) => ipaddr.IPv4.parseCIDR(range))

/** Is this an address of the public internet? IPv4 inside IPv6 counts as what it carries. What cannot be read is not public. */
export const isPublicAddress = (text: string): boolean => {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (address instanceof ipaddr.IPv4) return !NOT_PUBLIC_IPV4.some((range) => address.match(range))
  // Only 2000::/3 is handed out; everything else is special.
  if (!address.match(ipaddr.IPv6.parseCIDR('2000::/3'))) return false
  return !NOT_PUBLIC_IPV6.some((range) => address.match(range))
}
