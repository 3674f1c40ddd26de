import css from '../../../components/layout/detail.module.css'
import { DetailSection } from '../../../components/layout/detail-section.tsx'
import { displayMoment, displayWhen, displayWhenInFull } from '../../../format/indian-display.ts'
import { type Order, storyOf } from './order-history.ts'

export function OrderTimeline({ order }: { order: Order }) {
  const isOpen = order.status === 'created' || order.status === 'pending'
  return (
    <DetailSection title="Timeline" note="IST">
      <ol className={css.timeline}>
        {storyOf(order).map(({ at, title, detail, tone }) => (
          <li key={`${at} ${title}`} className={css[tone]}>
            <strong>{title}</strong>
            <time dateTime={at} title={displayWhenInFull(at)}>
              {displayMoment(at)}
            </time>
            {detail !== '' && <p>{detail}</p>}
          </li>
        ))}
        {isOpen && (
          <li className={css.next}>
            <span>Waiting for the payment</span>
            <time dateTime={order.expiresAt} title={displayWhenInFull(order.expiresAt)}>
              until {displayWhen(order.expiresAt)}
            </time>
          </li>
        )}
      </ol>
    </DetailSection>
  )
}
