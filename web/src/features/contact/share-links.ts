import { paths } from '../../paths.ts'

/** In HTML that is rendered ahead of time the server writes its own address here. */
const ORIGIN = '__ORIGIN__'
const WORDS = 'Galla: UPI payments by QR code, straight to your own account'

const home = (): string => (typeof window === 'undefined' ? ORIGIN : window.location.origin) + paths.home

const query = (fields: Record<string, string>): string =>
  // The server's placeholder and our own words need no escape beyond the spaces'.
  Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURI(value)}`)
    .join('&')

/** Plain links: nothing of these sites is loaded into ours. */
export const SHARE_ON = [
  { name: 'WhatsApp', href: () => `https://wa.me/?${query({ text: `${WORDS} ${home()}` })}` },
  { name: 'X', href: () => `https://x.com/intent/post?${query({ text: WORDS, url: home() })}` },
  {
    name: 'LinkedIn',
    href: () => `https://www.linkedin.com/sharing/share-offsite/?${query({ url: home() })}`,
  },
  { name: 'Facebook', href: () => `https://www.facebook.com/sharer/sharer.php?${query({ u: home() })}` },
] as const
