import { CREDIT_FILTERS, type CreditFilter } from '@galla/contract/reconciliation/credits'
import { pageNumberIn, searchOf } from '../../components/form/use-address-search.ts'
import { t } from '../../locales/translate.ts'

/** The open cases in the order of the tabs, followed by the lists for looking up decided ones. */
export const OPEN_TABS = [
  'open',
  'unmatched',
  'ambiguous',
  'amount_mismatch',
  'duplicate',
  'reversed',
  'claims',
  'alerts',
] as const
export const OTHER_TABS = ['late', 'ignored', 'refunded', 'any'] as const
export type CasesTab = (typeof OPEN_TABS)[number] | (typeof OTHER_TABS)[number]

export const TAB_LABELS = {
  open: t('All open'),
  unmatched: t('Unmatched'),
  ambiguous: t('Ambiguous'),
  amount_mismatch: t('Wrong amount'),
  duplicate: t('Paid twice'),
  reversed: t('Reversed by the bank'),
  claims: t('Claims'),
  alerts: t('Unread alerts'),
  late: t('Paid late'),
  ignored: t('Ignored'),
  refunded: t('Refunded'),
  any: t('All payments'),
} as const satisfies Record<CasesTab, string>

/**
 * Filters of the messages: open ones, one kind of them, or those that became payments. Messages without money, such as OTPs, are not
 * listed.
 */
export const MESSAGE_LABELS = {
  waiting: t('All waiting'),
  unread: t('Could not be read'),
  untrusted: t('Unexpected sender'),
  credit: t('Recorded as a payment'),
  ignored: t('Not a payment'),
} as const
export type Messages = keyof typeof MESSAGE_LABELS
const MESSAGES = Object.keys(MESSAGE_LABELS) as Messages[]

/** The state of the screen, as stored in the address. */
export interface CasesView {
  readonly tab: CasesTab
  readonly search: string
  /** Only for the unread alerts. */
  readonly messages: Messages
  readonly page: number
  /** The case in the drawer: a payment, a payment claim (order and UTR), or a message. */
  readonly credit: string | undefined
  readonly claim: string | undefined
  readonly alert: string | undefined
  /** The form with which the drawer opens. */
  readonly act: string | undefined
}

const TABS: readonly CasesTab[] = [...OPEN_TABS, ...OTHER_TABS]
const SEARCH_CHARS_MAX = 100

/** Parses the address; invalid parameters fall back to their defaults. */
export function readView(search: URLSearchParams): CasesView {
  const tab = search.get('tab')
  return {
    tab: TABS.find((known) => known === tab) ?? 'open',
    search: (search.get('search') ?? '').slice(0, SEARCH_CHARS_MAX),
    messages: MESSAGES.find((known) => known === search.get('messages')) ?? 'waiting',
    page: pageNumberIn(search),
    credit: search.get('credit') ?? undefined,
    claim: search.get('claim') ?? undefined,
    alert: search.get('alert') ?? undefined,
    act: search.get('act') ?? undefined,
  }
}

/** Writes the shortest address of a view: defaults are omitted. */
export function writeView({ tab, search, messages, page, ...opened }: CasesView): URLSearchParams {
  return searchOf({
    tab: tab === 'open' ? '' : tab,
    search: search.trim(),
    messages: messages === 'waiting' ? '' : messages,
    page: page === 1 ? '' : String(page),
    ...opened,
  })
}

/** The filter of a tab that lists payments; undefined for other tabs. */
export const creditsOf = (tab: CasesTab): CreditFilter | undefined =>
  CREDIT_FILTERS.find((filter) => filter === tab)

export const claimName = (claim: { readonly orderId: string; readonly utr: string }): string =>
  `${claim.orderId}.${claim.utr}`
