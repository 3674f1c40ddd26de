import { ORDER_STATUSES, type OrderStatus } from '@galla/contract/orders/order-status'
import { parseRupees } from '@galla/upi/rupees'
import { pageNumberIn, searchOf } from '../../components/form/use-address-search.ts'
import { type DayRange, type Days, daysOf, isDay, isDayRange } from '../../format/indian-days.ts'
import { t } from '../../locales/translate.ts'

export const ROWS = ['all', '10', '50', '100', '250', '500'] as const
export type Rows = (typeof ROWS)[number]

export const ROWS_LABELS: Record<Rows, string> = {
  all: t('Rows (all)'),
  '10': '10',
  '50': '50',
  '100': '100',
  '250': '250',
  '500': '500',
}

export const STATUS_FIELDS = {
  all: t('All Status'),
  created: t('Created'),
  pending: t('Pending'),
  success: t('Success'),
  failed: t('Failed'),
} as const satisfies Record<OrderStatus | 'all', string>
/** `attention` (orders with an undecided payment) is a separate switch beside the list of statuses. */
export type StatusFilter = keyof typeof STATUS_FIELDS | 'attention'

export const SORT_LABELS = {
  newest: t('Newest first'),
  oldest: t('Oldest first'),
  highest: t('Highest amount'),
  lowest: t('Lowest amount'),
} as const
export type Sort = keyof typeof SORT_LABELS

/** A named range moves with the calendar; custom days are fixed. */
export type Dates = { readonly range: DayRange } | Days

export const ALL_DATES: Dates = { from: undefined, to: undefined }

/** The filter and sort order of the list. Amounts are rupees as typed; an empty one is ignored. */
export interface OrdersFilter {
  readonly search: string
  readonly status: StatusFilter
  readonly rows: Rows
  readonly dates: Dates
  readonly least: string
  readonly most: string
  readonly sort: Sort
}

/** The state of the orders screen, as stored in the address. */
export interface OrdersView extends OrdersFilter {
  readonly page: number
  /** The id of the order in the drawer. */
  readonly order: string | undefined
}

const isRows = (text: string | null): text is Rows => ROWS.some((rows) => rows === text)
const isStatus = (text: string | null): text is OrderStatus | 'attention' =>
  text === 'attention' || ORDER_STATUSES.some((status) => status === text)
const isSort = (text: string | null): text is Sort => text !== null && Object.hasOwn(SORT_LABELS, text)
const dayOr = (text: string | null): string | undefined => (text !== null && isDay(text) ? text : undefined)
const rupeesOr = (text: string | null): string =>
  text !== null && parseRupees(text) !== undefined ? text : ''

function readDates(search: URLSearchParams): Dates {
  const range = search.get('dates')
  if (isDayRange(range)) return { range }
  const from = dayOr(search.get('from'))
  const to = dayOr(search.get('to'))
  return from !== undefined && to !== undefined && from > to ? { from: to, to: from } : { from, to }
}

/** Parses the address; invalid parameters fall back to their defaults. */
export function readView(search: URLSearchParams): OrdersView {
  const rows = search.get('rows')
  const status = search.get('status')
  const sort = search.get('sort')
  return {
    page: pageNumberIn(search),
    rows: isRows(rows) ? rows : '10',
    status: isStatus(status) ? status : 'all',
    search: (search.get('search') ?? '').slice(0, 254),
    dates: readDates(search),
    least: rupeesOr(search.get('min')),
    most: rupeesOr(search.get('max')),
    sort: isSort(sort) ? sort : 'newest',
    order: search.get('order') ?? undefined,
  }
}

/** Writes the shortest address of a view: defaults are omitted. */
export function writeView(view: OrdersView): URLSearchParams {
  const { dates } = view
  return searchOf({
    search: view.search,
    status: view.status === 'all' ? '' : view.status,
    dates: 'range' in dates ? dates.range : '',
    from: 'range' in dates ? '' : dates.from,
    to: 'range' in dates ? '' : dates.to,
    min: view.least,
    max: view.most,
    sort: view.sort === 'newest' ? '' : view.sort,
    rows: view.rows === '10' ? '' : view.rows,
    page: view.page === 1 ? '' : String(view.page),
    order: view.order,
  })
}

/** A key for the filter: equal keys list the same orders. */
export const filterKey = (filter: OrdersFilter): string =>
  writeView({ ...filter, page: 1, order: undefined }).toString()

export const UNFILTERED = {
  search: '',
  status: 'all',
  dates: ALL_DATES,
  least: '',
  most: '',
} as const satisfies Partial<OrdersFilter>

export const isFiltered = ({ search, status, dates, least, most }: OrdersFilter): boolean =>
  search.trim() !== '' || status !== 'all' || hasDates(dates) || least !== '' || most !== ''

export const hasDates = (dates: Dates): boolean =>
  'range' in dates || dates.from !== undefined || dates.to !== undefined

export const daysIn = (dates: Dates, today: string): Days =>
  'range' in dates ? daysOf(dates.range, today) : dates

/** The query parameters of a filter, for the list and the export. */
export function filterQuery({ search, status, dates, least, most, sort }: OrdersFilter, today: string) {
  const { from, to } = daysIn(dates, today)
  return {
    ...(search.trim() === '' ? {} : { search: search.trim() }),
    ...(status === 'all' ? {} : { status }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(least === '' ? {} : { minAmount: least }),
    ...(most === '' ? {} : { maxAmount: most }),
    ...(sort === 'newest' ? {} : { sort }),
  }
}
