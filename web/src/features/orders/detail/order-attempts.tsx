import { Group } from '@mantine/core'
import { CopyIcon } from '../../../components/display/copy-button.tsx'
import detail from '../../../components/layout/detail.module.css'
import { DetailSection } from '../../../components/layout/detail-section.tsx'
import { displayMoment, displayWhenInFull } from '../../../format/indian-display.ts'
import css from './order-detail.module.css'
import type { Order } from './order-history.ts'

/** Each try to pay has a UPI reference of its own: that is what stands on the payer's and the bank's side. */
export function OrderAttempts({ order }: { order: Order }) {
  return (
    <DetailSection
      title="Attempts to pay"
      note={order.attempts.length === 1 ? '1' : `${order.attempts.length}`}
    >
      <ol className={detail.boxes}>
        {order.attempts.map(({ attempt, reference, startedAt, expiresAt }) => (
          <li key={attempt} className={detail.box}>
            <Group gap={6} wrap="nowrap" display="inline-flex" mih={36} miw={0} className={css.withCopy}>
              <span className={`${css.wrap} mono`}>{reference}</span>
              <CopyIcon text={reference} what={`UPI reference of attempt ${attempt}`} />
            </Group>
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
    </DetailSection>
  )
}
