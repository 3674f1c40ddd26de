/** A UPI ID (virtual payment address), `name@handle`, in lower case. */
export type Vpa = string & { readonly brand: 'Vpa' }

/**
 * No public document has the full grammar: this is what banks issue. Only ASCII, and handles may contain digits.
 */
const VPA = /^[a-z0-9][a-z0-9._-]{1,255}@[a-z][a-z0-9]{1,63}$/i

/** Parses exactly: nothing is trimmed or repaired, because a repaired address could be someone else's. */
export function parseVpa(text: string): Vpa | undefined {
  return VPA.test(text) ? (text.toLowerCase() as Vpa) : undefined
}

interface PersonalHandle {
  readonly handle: string
  readonly givenBy: string
  /** The names of shops, if the app gives the same handle to shops too. */
  readonly shopName?: RegExp
}

const PHONEPE_SHOP = /^q[0-9]+$/
const PAYTM_SHOP = /^paytm[a-z0-9.-]+$/

/**
 * Handles that apps and banks give to persons, as seen in the apps' own help pages up to 2026-11-21. Paytm moved its
 * persons from @paytm to the four @pt… handles between 17 April and 1 August 2024; old IDs still receive.
 */
const PERSONAL_HANDLES: readonly PersonalHandle[] = [
  { handle: 'ybl', givenBy: 'PhonePe', shopName: PHONEPE_SHOP },
  { handle: 'ibl', givenBy: 'PhonePe', shopName: PHONEPE_SHOP },
  { handle: 'axl', givenBy: 'PhonePe', shopName: PHONEPE_SHOP },
  { handle: 'okaxis', givenBy: 'Google Pay' },
  { handle: 'okhdfcbank', givenBy: 'Google Pay' },
  { handle: 'okicici', givenBy: 'Google Pay' },
  { handle: 'oksbi', givenBy: 'Google Pay' },
  { handle: 'paytm', givenBy: 'Paytm', shopName: PAYTM_SHOP },
  { handle: 'ptaxis', givenBy: 'Paytm', shopName: PAYTM_SHOP },
  { handle: 'pthdfc', givenBy: 'Paytm', shopName: PAYTM_SHOP },
  { handle: 'ptsbi', givenBy: 'Paytm', shopName: PAYTM_SHOP },
  { handle: 'ptyes', givenBy: 'Paytm', shopName: PAYTM_SHOP },
  { handle: 'upi', givenBy: 'BHIM' },
  { handle: 'apl', givenBy: 'Amazon Pay' },
  { handle: 'yapl', givenBy: 'Amazon Pay' },
  { handle: 'rapl', givenBy: 'Amazon Pay' },
  { handle: 'waaxis', givenBy: 'WhatsApp' },
  { handle: 'wahdfcbank', givenBy: 'WhatsApp' },
  { handle: 'waicici', givenBy: 'WhatsApp' },
  { handle: 'wasbi', givenBy: 'WhatsApp' },
  { handle: 'axisb', givenBy: 'CRED' },
  { handle: 'naviaxis', givenBy: 'Navi' },
  { handle: 'sbi', givenBy: 'State Bank of India' },
]

export const isKnownHandle = (text: string): boolean =>
  PERSONAL_HANDLES.some(({ handle }) => handle === text.toLowerCase())

/**
 * A reason to ask "Is this a personal UPI ID?". Only the payee's bank knows the answer. Shop names of apps that use one handle for both are
 * excluded, so that ordinary merchants are not asked.
 */
export function isLikelyPersonalHandle(vpa: Vpa): boolean {
  const at = vpa.indexOf('@')
  const row = PERSONAL_HANDLES.find(({ handle }) => handle === vpa.slice(at + 1))
  return row !== undefined && row.shopName?.test(vpa.slice(0, at)) !== true
}
