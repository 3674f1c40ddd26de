import { Box, Group, Text } from '@mantine/core'
import { When } from '../../../components/display/when.tsx'
import detail from '../../../components/layout/detail.module.css'
import { DetailSection } from '../../../components/layout/detail-section.tsx'
import { displayMoment, displayWhenInFull } from '../../../format/indian-display.ts'
import css from './order-detail.module.css'
import { answerOf, type Delivery, deliveryStateOf, isDelivered, type Order } from './order-history.ts'

/** The webhook deliveries of the order: where, how often, and with which answer. */
export function OrderDeliveries({ order }: { order: Order }) {
  return (
    <DetailSection title="Webhooks">
      {order.deliveries.length === 0 && (
        <Text c="dimmed">
          Nothing was sent. What becomes of an order is sent to your webhook URL, if one is set.
        </Text>
      )}
      <ul className={detail.boxes}>
        {order.deliveries.map((delivery) => (
          <DeliveryBox key={delivery.eventId} delivery={delivery} />
        ))}
      </ul>
    </DetailSection>
  )
}

function DeliveryBox({ delivery }: { delivery: Delivery }) {
  const { event, attempts, nextAttemptAt } = delivery
  const { title, tone } = deliveryStateOf(delivery)
  return (
    <li className={detail.box}>
      <Group gap="0 12px" justify="space-between" miw={0}>
        <strong className="mono">{event}</strong>
        <span className={`${css.word} ${css[tone]}`}>{title}</span>
      </Group>
      {attempts.length > 0 && (
        <Group gap={3} align="stretch" wrap="nowrap" my={4} mx={0} className={css.strip} aria-hidden>
          {attempts.map((attempt) => (
            <Box
              key={attempt.at}
              component="span"
              flex="0 1 22px"
              h={18}
              bdrs={3}
              className={`${isDelivered(attempt) ? css.success : css.failed}`}
              title={`${answerOf(attempt)} · ${displayWhenInFull(attempt.at)}`}
            />
          ))}
        </Group>
      )}
      <ol className="plain-list" aria-label={`Attempts to send ${event}`}>
        {attempts.map((attempt) => (
          <Group key={attempt.at} component="li" gap="0 12px" justify="space-between" miw={0}>
            <span className={css.wrap}>
              {answerOf(attempt)} <span className={css.label}>{attempt.durationMs} ms</span>
            </span>
            <time className={css.label} dateTime={attempt.at} title={displayWhenInFull(attempt.at)}>
              {displayMoment(attempt.at)}
            </time>
          </Group>
        ))}
      </ol>
      {nextAttemptAt !== null && (
        <p className={css.label}>
          Next attempt <When at={nextAttemptAt} />
        </p>
      )}
    </li>
  )
}
