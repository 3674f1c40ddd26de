import { displayMoment, displayWhenInFull } from '../../indian-display.ts'
import { CopyIcon } from '../../parts/copy-button.tsx'
import css from './order-detail.module.css'
import { OrderSection } from './order-section.tsx'
import type { Order } from './order-story.ts'

/** Each try to pay has a UPI reference of its own: that is what stands on the payer's and the bank's side. */
export function OrderAttempts({ order }: { order: Order }) {
  return (
    <OrderSection
      title="Attempts to pay"
      note={order.attempts.length === 1 ? '1' : `${order.attempts.length}`}
    >
      <ol className={css.boxes}>
        {order.attempts.map(({ attempt, reference, startedAt, expiresAt }) => (
          <li key={attempt} className={css.box}>
            <div className={css.withCopy}>
              <span className={`${css.wrap} mono`}>{reference}</span>
              <CopyIcon text={reference} what={`UPI reference of attempt ${attempt}`} />
            </div>
            <p className={css.label}>
              <time dateTime={startedAt} title={displayWhenInFull(startedAt)}>
                {displayMoment(startedAt)}
              </time>
              {' to '}
              <time dateTime={expiresAt} title={displayWhenInFull(expiresAt)}>
                {displayMoment(expiresAt)}
              </time>
            </p>
          </li>
        ))}
      </ol>
    </OrderSection>
  )
}
