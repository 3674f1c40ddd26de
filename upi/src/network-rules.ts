import { type Paise, paise } from './rupees.ts'

/** How the payee's bank classifies an account. A small merchant (P2PM) has a shop's QR code that no bank has verified. */
export const ACCOUNT_KINDS = ['personal', 'small_merchant', 'verified_merchant'] as const
export type AccountKind = (typeof ACCOUNT_KINDS)[number]

/**
 * A rule of the UPI network that the payment page must follow. A changed rule is an added row: for each topic and kind of account, the newest
 * row in force counts.
 */
export type NetworkRule = {
  readonly kinds: readonly AccountKind[]
  /** The first day on which it is in force, in India. Null: only proposed. */
  readonly since: string | null
  readonly source: string
  /** What it means for the merchant. */
  readonly says: string
} & (
  | { readonly about: 'appLinks'; readonly allowed: boolean }
  /** The most that a saved or shared picture of the QR code pays. Scanning the code on a screen has no such limit. */
  | { readonly about: 'sharedQr'; readonly limit: Paise }
  /** Requests to a customer's UPI ID. */
  | { readonly about: 'collect'; readonly allowed: boolean; readonly except: readonly string[] }
  /** Of one payment. In listed categories of verified merchants it is higher. A warning, not a ban: only banks know. */
  | { readonly about: 'payment'; readonly limit: Paise; readonly listedLimit: Paise | null }
  /** Of one day: what one customer may send (`payer`), or what the account may receive (`payee`). */
  | {
      readonly about: 'day'
      readonly of: 'payer' | 'payee'
      readonly limit: Paise
      readonly listedLimit: Paise | null
    }
  /** What the account may receive in a month. */
  | { readonly about: 'month'; readonly limit: Paise }
  /** Banks hold a payment above the amount for up to so many minutes. */
  | { readonly about: 'hold'; readonly above: Paise; readonly minutes: number }
)

const PERSONAL = ['personal'] as const
const SMALL = ['small_merchant'] as const
const VERIFIED = ['verified_merchant'] as const
const UNVERIFIED = ['personal', 'small_merchant'] as const
const MERCHANTS = ['small_merchant', 'verified_merchant'] as const

const FIRST_DAY = '2016-04-11'
const UPI_BEGAN = 'UPI since its first day'
const OC_76A = 'NPCI circular OC-76A of 12 March 2024, repeated by OC-76C of 8 April 2025'
const OC_192 = 'NPCI circular OC-192 of 28 March 2024, for banks by 30 April 2024'
const OC_185B = 'NPCI circular OC-185B'

export const NETWORK_RULES: readonly NetworkRule[] = [
  {
    about: 'appLinks',
    kinds: ACCOUNT_KINDS,
    allowed: true,
    since: FIRST_DAY,
    source: 'UPI Linking Specifications',
    says: 'App links work: your payment page has a button for each UPI app.',
  },
  {
    about: 'appLinks',
    kinds: PERSONAL,
    allowed: false,
    since: '2024-04-01',
    source: OC_76A,
    says: 'UPI refuses app links to a personal UPI ID, so your payment page asks customers to scan.',
  },
  {
    about: 'appLinks',
    kinds: SMALL,
    allowed: false,
    since: '2025-04-30',
    source: 'NPCI circular OC-76C of 8 April 2025, for banks by 30 April 2025',
    says: 'UPI refuses app links to a merchant that no bank has verified, so your payment page asks customers to scan.',
  },
  {
    about: 'sharedQr',
    kinds: UNVERIFIED,
    limit: paise(2_000_00n),
    since: '2024-04-01',
    source: OC_76A,
    says: 'Payments from a saved or shared picture of your QR code are limited to ₹2,000. Share the payment link instead, so that customers can scan the code.',
  },
  {
    about: 'collect',
    kinds: ACCOUNT_KINDS,
    allowed: true,
    except: [],
    since: FIRST_DAY,
    source: UPI_BEGAN,
    says: 'You can request money from a UPI ID.',
  },
  {
    about: 'collect',
    kinds: PERSONAL,
    allowed: false,
    except: [],
    since: '2025-10-01',
    source: 'NPCI circular OC-220',
    says: 'UPI no longer allows requests for money from a UPI ID. Galla does not send them.',
  },
  {
    about: 'collect',
    kinds: MERCHANTS,
    allowed: false,
    except: [
      'MCC 6012 and 6211',
      'iPhone apps and mobile websites, until further notice',
      'mandates',
      'e-Rupi',
      'PACB',
    ],
    since: '2026-02-28',
    source: 'Razorpay and PayU, on the end of UPI Collect',
    says: 'UPI no longer allows requests for money from a UPI ID. Galla does not send them.',
  },
  {
    about: 'payment',
    kinds: ACCOUNT_KINDS,
    limit: paise(1_00_000_00n),
    listedLimit: null,
    since: FIRST_DAY,
    source: UPI_BEGAN,
    says: "Most UPI payments are limited to ₹1,00,000; your customer's bank may refuse a larger one.",
  },
  {
    about: 'payment',
    kinds: SMALL,
    limit: paise(10_000_00n),
    listedLimit: null,
    since: '2024-04-30',
    source: `${OC_192}. Public sources differ about this limit`,
    says: 'Payments to a small merchant are limited to ₹10,000; banks may refuse a larger one.',
  },
  {
    about: 'payment',
    kinds: VERIFIED,
    limit: paise(1_00_000_00n),
    listedLimit: paise(5_00_000_00n),
    since: '2025-09-15',
    source: OC_185B,
    says: "Most UPI payments are limited to ₹1,00,000; your customer's bank may refuse a larger one. In listed categories, such as insurance, travel and loan payments, up to ₹5,00,000 works.",
  },
  {
    about: 'day',
    of: 'payer',
    kinds: PERSONAL,
    limit: paise(1_00_000_00n),
    listedLimit: null,
    since: FIRST_DAY,
    source: `UPI, unchanged by ${OC_185B}`,
    says: 'A person can send at most ₹1,00,000 a day to other people.',
  },
  {
    about: 'day',
    of: 'payee',
    kinds: SMALL,
    limit: paise(25_000_00n),
    listedLimit: null,
    since: '2024-04-30',
    source: `${OC_192}. Public sources differ about this limit`,
    says: 'A small merchant can receive ₹25,000 a day; banks may refuse more.',
  },
  {
    about: 'day',
    of: 'payer',
    kinds: VERIFIED,
    limit: paise(1_00_000_00n),
    listedLimit: paise(10_00_000_00n),
    since: '2025-09-15',
    source: OC_185B,
    says: 'Most customers can send ₹1,00,000 a day; in listed categories ₹10,00,000.',
  },
  {
    about: 'month',
    kinds: SMALL,
    limit: paise(1_00_000_00n),
    since: '2024-04-30',
    source: OC_192,
    says: 'A small merchant that receives more than ₹1,00,000 by UPI in each of three months in a row must become a verified merchant.',
  },
  {
    about: 'hold',
    kinds: PERSONAL,
    above: paise(10_000_00n),
    minutes: 60,
    since: null,
    source: 'Proposal of the Reserve Bank of India of 10 April 2026; no final rule is known',
    says: 'Banks may hold a payment above ₹10,000 to a personal UPI ID for up to an hour. The order may expire before the money arrives.',
  },
]

type RuleAbout<About extends NetworkRule['about']> = Extract<NetworkRule, { readonly about: About }>

/** At most one rule about each topic. */
export type RulesInForce = { readonly [About in NetworkRule['about']]?: RuleAbout<About> }

/** The rules that the network applies at `date` to payments to an account of this kind. */
export const rulesInForce = (
  date: Date,
  kind: AccountKind,
  rules: readonly NetworkRule[] = NETWORK_RULES,
): RulesInForce => {
  const inForce = rules
    .filter(
      ({ kinds, since }) =>
        kinds.includes(kind) && since !== null && firstInstantInIndia(since) <= date.getTime(),
    )
    .toSorted((a, b) => (a.since ?? '').localeCompare(b.since ?? ''))
  return Object.fromEntries(inForce.map((rule) => [rule.about, rule]))
}

/** Whether links that open an app work. Scanning a code always works. */
export const allowsAppLinks = ({ appLinks }: RulesInForce): boolean => appLinks?.allowed === true

/** The limit of a saved or shared picture of the code, if this payment exceeds it. */
export const sharedQrLimit = ({ sharedQr }: RulesInForce, amount: Paise): Paise | undefined =>
  sharedQr !== undefined && amount > sharedQr.limit ? sharedQr.limit : undefined

function firstInstantInIndia(day: string): number {
  return Date.parse(`${day}T00:00:00+05:30`)
}
