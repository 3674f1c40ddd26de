import css from '../../../components/layout/detail.module.css'
import { OrderLink } from '../order-link.tsx'
import type { Verification } from '../verify-order.ts'
import { OrderAttempts } from './order-attempts.tsx'
import { OrderCredits } from './order-credits.tsx'
import { OrderDeliveries } from './order-deliveries.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderHead } from './order-head.tsx'
import type { Order } from './order-history.ts'
import { OrderNotes } from './order-notes.tsx'
import { OrderTimeline } from './order-timeline.tsx'

/** One order with its whole story: first what a merchant opens it for, last what only a programmer asks. */
export function OrderDetail({ order, verification }: { order: Order; verification: Verification }) {
  return (
    <div className={css.detail}>
      <OrderHead order={order} verification={verification} />
      {order.credits.length > 0 && <OrderCredits order={order} />}
      <OrderTimeline order={order} />
      <OrderFacts order={order} />
      <OrderLink order={order} />
      <OrderNotes order={order} />
      <OrderDeliveries order={order} />
      <OrderAttempts order={order} />
    </div>
  )
}
