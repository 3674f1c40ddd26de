import { WEBHOOK_EVENTS, type WebhookEvent } from '@galla/contract/webhooks/webhook'
import { DELIVERY_STATES, type DeliveryState } from '@galla/contract/webhooks/webhook-deliveries'
import { searchOf } from '../../components/form/use-address-search.ts'

/** The periods of the filter, in hours before now. */
export const TIMES = { '1h': 1, '24h': 24, '7d': 168, '30d': 720 } as const
export type Time = keyof typeof TIMES
export const TIME_LABELS: Readonly<Record<Time, string>> = {
  '1h': 'Last hour',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
}

/** The state of the screen, as stored in the address. */
export interface WebhooksView {
  readonly state: DeliveryState | undefined
  readonly event: WebhookEvent | undefined
  readonly time: Time | undefined
  readonly order: string
  /** The id of a further endpoint; undefined: the webhook URL. */
  readonly endpoint: string | undefined
  /** The id of the delivery in the drawer. */
  readonly delivery: string | undefined
}

const ORDER_ID = /^[0-9A-HJKMNP-TV-Z]{26}$/
const oneOf = <T extends string>(all: readonly T[], text: string | null): T | undefined =>
  all.find((each) => each === text)

/** Parses the address; invalid parameters fall back to their defaults. */
export const readView = (search: URLSearchParams): WebhooksView => ({
  state: oneOf(DELIVERY_STATES, search.get('state')),
  event: oneOf(WEBHOOK_EVENTS, search.get('event')),
  time: oneOf(Object.keys(TIMES) as Time[], search.get('time')),
  order: (search.get('order') ?? '').slice(0, 64),
  endpoint: /^[1-9][0-9]{0,8}$/.exec(search.get('endpoint') ?? '')?.[0],
  delivery: search.get('delivery') ?? undefined,
})

export const writeView = (view: WebhooksView): URLSearchParams => searchOf({ ...view })

export const isFiltered = ({ state, event, time, order }: WebhooksView): boolean =>
  [state, event, time].some((each) => each !== undefined) || order !== ''

/** The request's query; an impossible order id is omitted. */
export const queryOf = ({ state, event, time, order, endpoint }: WebhooksView, now: Date) => ({
  ...(endpoint === undefined ? {} : { endpoint }),
  ...(state === undefined ? {} : { state }),
  ...(event === undefined ? {} : { event }),
  ...(time === undefined ? {} : { from: new Date(now.getTime() - TIMES[time] * 3_600_000).toISOString() }),
  ...(ORDER_ID.test(order) ? { orderId: order } : {}),
})
