import { WEBHOOK_EVENTS, type WebhookEvent } from '@galla/contract/webhooks/webhook'
import { DELIVERY_STATES, type DeliveryState } from '@galla/contract/webhooks/webhook-deliveries'

/** Times that a list can be narrowed to, back from now, in hours. */
export const TIMES = { '1h': 1, '24h': 24, '7d': 168, '30d': 720 } as const
export type Time = keyof typeof TIMES
export const TIME_LABELS: Readonly<Record<Time, string>> = {
  '1h': 'Last hour',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
}

/** What the screen shows, as it stands in the address. */
export interface WebhooksView {
  readonly state: DeliveryState | undefined
  readonly event: WebhookEvent | undefined
  readonly time: Time | undefined
  readonly order: string
  /** The delivery whose drawer is open. */
  readonly delivery: string | undefined
}

const ORDER_ID = /^[0-9A-HJKMNP-TV-Z]{26}$/
const oneOf = <T extends string>(all: readonly T[], text: string | null): T | undefined =>
  all.find((each) => each === text)

/** Whatever someone wrote into the address, the result is a view that can be shown. */
export const readView = (search: URLSearchParams): WebhooksView => ({
  state: oneOf(DELIVERY_STATES, search.get('state')),
  event: oneOf(WEBHOOK_EVENTS, search.get('event')),
  time: oneOf(Object.keys(TIMES) as Time[], search.get('time')),
  order: (search.get('order') ?? '').slice(0, 64),
  delivery: search.get('delivery') ?? undefined,
})

export const writeView = (view: WebhooksView): URLSearchParams => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(view))
    if (value !== undefined && value !== '') search.set(name, value)
  return search
}

export const isFiltered = ({ state, event, time, order }: WebhooksView): boolean =>
  [state, event, time].some((each) => each !== undefined) || order !== ''

/** As the server is asked; what can be no order's id is not asked for. */
export const queryOf = ({ state, event, time, order }: WebhooksView, now: Date) => ({
  ...(state === undefined ? {} : { state }),
  ...(event === undefined ? {} : { event }),
  ...(time === undefined ? {} : { from: new Date(now.getTime() - TIMES[time] * 3_600_000).toISOString() }),
  ...(ORDER_ID.test(order) ? { orderId: order } : {}),
})
