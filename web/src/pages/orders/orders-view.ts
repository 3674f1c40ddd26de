import { ORDER_STATUSES, type OrderStatus } from '@galla/contract/order-status'

export const ROWS = ['all', '10', '50', '100', '250', '500'] as const
export type Rows = (typeof ROWS)[number]

export const ROWS_WORDS: Record<Rows, string> = {
  all: 'Rows (all)',
  '10': '10',
  '50': '50',
  '100': '100',
  '250': '250',
  '500': '500',
}

export const STATUS_WORDS = {
  all: 'All Status',
  created: 'Created',
  pending: 'Pending',
  success: 'Success',
  failed: 'Failed',
} as const satisfies Record<OrderStatus | 'all', string>
export type StatusFilter = keyof typeof STATUS_WORDS

/** What the orders screen shows, as it stands in the address. */
export interface OrdersView {
  readonly page: number
  readonly rows: Rows
  readonly status: StatusFilter
  readonly search: string
  /** The order whose drawer is open. */
  readonly order: string | undefined
}

const isRows = (text: string | null): text is Rows => ROWS.some((rows) => rows === text)
const isStatus = (text: string | null): text is OrderStatus =>
  ORDER_STATUSES.some((status) => status === text)

/** Whatever somebody wrote into the address, the result is a view that can be shown. */
export function readView(search: URLSearchParams): OrdersView {
  const page = Number(search.get('page'))
  const rows = search.get('rows')
  const status = search.get('status')
  return {
    page: Number.isSafeInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    rows: isRows(rows) ? rows : '10',
    status: isStatus(status) ? status : 'all',
    search: (search.get('search') ?? '').slice(0, 254),
    order: search.get('order') ?? undefined,
  }
}

/** The shortest address of a view: what is as usual is left out. */
export function writeView(view: OrdersView): URLSearchParams {
  const search = new URLSearchParams()
  if (view.search !== '') search.set('search', view.search)
  if (view.status !== 'all') search.set('status', view.status)
  if (view.rows !== '10') search.set('rows', view.rows)
  if (view.page !== 1) search.set('page', String(view.page))
  if (view.order !== undefined) search.set('order', view.order)
  return search
}
