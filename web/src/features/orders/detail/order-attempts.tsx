import { Group } from '@mantine/core'
import { CopyIcon } from '../../../components/display/copy-button.tsx'
import { When } from '../../../components/display/when.tsx'
import detail from '../../../components/layout/detail.module.css'
import { DetailSection } from '../../../components/layout/detail-section.tsx'
import type { Order } from './order-history.ts'
import { Quiet } from './quiet.tsx'

/** Each attempt to pay with its UPI reference, which the payer and the bank see too. */
export function OrderAttempts({ order }: { order: Order }) {
  return (
    <DetailSection
      title="Attempts to pay"
      note={order.attempts.length === 1 ? '1' : `${order.attempts.length}`}
    >
      <ol className={detail.boxes}>
        {order.attempts.map(({ attempt, reference, startedAt, expiresAt }) => (
          <li key={attempt} className={detail.box}>
            <Group gap={6} wrap="nowrap">
              <span className="mono breaks">{reference}</span>
              <CopyIcon text={reference} what={`UPI reference of attempt ${attempt}`} />
            </Group>
            <Quiet>
              <When at={startedAt} exact /> to <When at={expiresAt} exact />
            </Quiet>
          </li>
        ))}
      </ol>
    </DetailSection>
  )
}
