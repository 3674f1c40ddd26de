import { Box, Text } from '@mantine/core'
import css from '../../../components/layout/detail.module.css'
import { DetailSection } from '../../../components/layout/detail-section.tsx'
import { displayMoment, displayWhen, displayWhenInFull } from '../../../format/indian-display.ts'
import { t } from '../../../locales/translate.ts'
import { type Order, storyOf } from './order-history.ts'

export function OrderTimeline({ order }: { order: Order }) {
  const isOpen = order.status === 'created' || order.status === 'pending'
  return (
    <DetailSection title={t('Timeline')} note={t('IST')}>
      <ol className={css.timeline}>
        {storyOf(order).map(({ at, title, detail, tone }) => (
          <li key={`${at} ${title}`} className={css[tone]}>
            <Box component="strong" miw={0} fw={600} className="breaks">
              {title}
            </Box>
            <Box
              dateTime={at}
              title={displayWhenInFull(at)}
              component="time"
              c="dimmed"
              fz="xs"
              lh="21px"
              className="tabular"
            >
              {displayMoment(at)}
            </Box>
            {detail !== '' && (
              <Text c="dimmed" className="breaks" style={{ flexBasis: '100%' }}>
                {detail}
              </Text>
            )}
          </li>
        ))}
        {isOpen && (
          <li className={css.next}>
            <span>{t('Waiting for the payment')}</span>
            <Box
              dateTime={order.expiresAt}
              title={displayWhenInFull(order.expiresAt)}
              component="time"
              c="dimmed"
              fz="xs"
              lh="21px"
              className="tabular"
            >
              {t('until {expiresAt}', { expiresAt: displayWhen(order.expiresAt) })}
            </Box>
          </li>
        )}
      </ol>
    </DetailSection>
  )
}
