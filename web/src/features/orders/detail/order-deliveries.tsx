import { Box, Group, Text } from '@mantine/core'
import { When } from '../../../components/display/when.tsx'
import detail from '../../../components/layout/detail.module.css'
import { DetailSection } from '../../../components/layout/detail-section.tsx'
import { answerLabel } from '../../../format/answer-label.ts'
import { displayWhenInFull } from '../../../format/indian-display.ts'
import { richText } from '../../../locales/rich-text.tsx'
import { t } from '../../../locales/translate.ts'
import { type Delivery, deliveryStateOf, isDelivered, type Order } from './order-history.ts'
import { Outcome, Quiet } from './quiet.tsx'

/** The order's webhook deliveries with their attempts and responses. */
export function OrderDeliveries({ order }: { order: Order }) {
  return (
    <DetailSection title={t('Webhooks')}>
      {order.deliveries.length === 0 && (
        <Text c="dimmed">
          {t('Nothing was sent. If you set a webhook URL, Galla sends order updates there.')}
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
        <Outcome tone={tone} title={title} />
      </Group>
      {attempts.length > 0 && (
        <Group gap={3} align="stretch" wrap="nowrap" my={4} aria-hidden>
          {attempts.map((attempt) => (
            <Box
              key={attempt.at}
              component="span"
              flex="0 1 22px"
              h={18}
              bdrs={3}
              bg={isDelivered(attempt) ? 'var(--galla-success)' : 'var(--galla-failed)'}
              title={`${answerLabel(attempt)} · ${displayWhenInFull(attempt.at)}`}
            />
          ))}
        </Group>
      )}
      <ol className="plain-list" aria-label={t('Attempts to deliver {event}', { event })}>
        {attempts.map((attempt) => (
          <Group key={attempt.at} component="li" gap="0 12px" justify="space-between" miw={0}>
            <span className="breaks">
              {answerLabel(attempt)} <Quiet>{t('{durationMs} ms', { durationMs: attempt.durationMs })}</Quiet>
            </span>
            <Quiet>
              <When at={attempt.at} exact />
            </Quiet>
          </Group>
        ))}
      </ol>
      {nextAttemptAt !== null && (
        <Quiet>{richText('Next attempt <when></when>', { when: () => <When at={nextAttemptAt} /> })}</Quiet>
      )}
    </li>
  )
}
