/** What makes a password easy to guess. Merchants are advised against it; the server refuses it for operators, and for all where set. */
export const PASSWORD_ADVICE = {
  common: 'This password is too common. Please choose another one.',
  ownName: 'Please do not use your name or your email address as the password',
} as const
export type PasswordAdvice = keyof typeof PASSWORD_ADVICE

/** Normalizes a password: upper or lower case, wide letters, and surrounding spaces make no password stronger. */
export const passwordForm = (password: string): string => password.normalize('NFKC').trim().toLowerCase()

/** Whether the password is the name, the email address, or the part of it before the @. */
export const isOwnName = (
  password: string,
  { email, name }: { readonly email: string; readonly name: string },
): boolean => {
  const form = passwordForm(password)
  const [mailbox = ''] = email.split('@')
  return form !== '' && [email, mailbox, name].some((text) => passwordForm(text) === form)
}

const PROBES = 14

/** The bits of a Bloom filter that a password sets, from the SHA-256 of its form. The filter's size is a power of two. */
export const filterBits = (sha256: Uint8Array, filterBytes: number): number[] => {
  const digest = new DataView(sha256.buffer, sha256.byteOffset, sha256.byteLength)
  const [start, step] = [digest.getUint32(0, true), digest.getUint32(4, true) | 1]
  const mask = filterBytes * 8 - 1
  return Array.from({ length: PROBES }, (_, n) => (start + Math.imul(n, step)) & mask)
}

/** Whether the filter holds the password with this hash. Of others, a few are taken for one of them. */
export const isInFilter = (filter: Uint8Array, sha256: Uint8Array): boolean =>
  filterBits(sha256, filter.length).every((bit) => ((filter[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0)
