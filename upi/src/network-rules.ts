import { type Paise, paise } from './rupees.ts'

/**
 * Rules of the UPI network that what we show must obey. A rule that changes is a row that is added: of the rows about one
 * matter, the newest that is in force counts. `since` is a day in India. NPCI's circulars are cited by their number.
 */
type NetworkRule = { readonly since: string; readonly source: string } & (
  | { readonly about: 'personalAppLinks'; readonly allowed: boolean }
  | { readonly about: 'personalGalleryQr'; readonly limit: Paise | undefined }
  | { readonly about: 'usualAmount'; readonly limit: Paise }
  | { readonly about: 'collectRequests'; readonly allowed: boolean }
)

export const NETWORK_RULES: readonly NetworkRule[] = [
  {
    about: 'usualAmount',
    limit: paise(1_00_000_00n),
    since: '2016-04-11',
    source: 'UPI from its first day; kept for persons and most merchants by OC-185B of 2025-09-15',
  },
  {
    about: 'collectRequests',
    allowed: true,
    since: '2016-04-11',
    source: 'UPI from its first day',
  },
  {
    about: 'personalAppLinks',
    allowed: true,
    since: '2016-04-11',
    source: 'UPI Linking Specifications',
  },
  {
    about: 'personalAppLinks',
    allowed: false,
    since: '2024-04-01',
    source: 'NPCI/UPI/2023-24/OC/76A of 2024-03-12, repeated by OC-76C of 2025-04-08',
  },
  {
    about: 'personalGalleryQr',
    limit: paise(2_000_00n),
    since: '2024-04-01',
    source: 'NPCI/UPI/2023-24/OC/76A of 2024-03-12 ("QR share and pay"), repeated by OC-76C of 2025-04-08',
  },
  {
    about: 'collectRequests',
    allowed: false,
    since: '2026-02-28',
    source: 'Collect ends for merchants: Razorpay, "UPI Collect migration"; for persons OC-220 of 2025-10-01',
  },
]

export interface NetworkLimits {
  /** Tapping an app link would work; a code that is scanned always does. */
  readonly appLinksAllowed: boolean
  /** Set when this payment, made from a saved or shared picture of the code, would be refused: the most that would not. */
  readonly galleryLimit?: Paise
  /** Most payers' banks stop at less than this amount. A warning, not a ban: some merchants have higher limits. */
  readonly warnAboveUsual: boolean
  /** Set when this payment is above it: the amount at which they stop, for the words of the warning. */
  readonly usualLimit?: Paise
  /** Whether asking the payer's UPI ID for money is possible at all. */
  readonly collectAllowed: boolean
}

/** What the network does at `date` with a payment of `amount` to a personal or a merchant's UPI ID. */
export function rulesAt(date: Date, payment: { amount: Paise; personal: boolean }): NetworkLimits {
  const gallery = payment.personal ? ruleAt(date, 'personalGalleryQr')?.limit : undefined
  const usual = ruleAt(date, 'usualAmount')?.limit
  return {
    appLinksAllowed: !payment.personal || ruleAt(date, 'personalAppLinks')?.allowed === true,
    ...(gallery !== undefined && payment.amount > gallery ? { galleryLimit: gallery } : {}),
    warnAboveUsual: usual !== undefined && payment.amount > usual,
    ...(usual !== undefined && payment.amount > usual ? { usualLimit: usual } : {}),
    collectAllowed: ruleAt(date, 'collectRequests')?.allowed === true,
  }
}

function ruleAt<About extends NetworkRule['about']>(date: Date, about: About) {
  return NETWORK_RULES.filter((rule): rule is Extract<NetworkRule, { about: About }> => rule.about === about)
    .filter((rule) => firstInstantInIndia(rule.since) <= date.getTime())
    .sort((a, b) => firstInstantInIndia(b.since) - firstInstantInIndia(a.since))
    .at(0)
}

function firstInstantInIndia(day: string): number {
  return Date.parse(`${day}T00:00:00+05:30`)
}
