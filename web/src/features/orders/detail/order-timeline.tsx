import { Box, Text } from '@mantine/core'
import css from '../../../components/layout/detail.module.css'
import { DetailSection, TimelineTime } from '../../../components/layout/detail-section.tsx'
import { displayMoment, displayWhen } from '../../../format/indian-display.ts'
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
            <TimelineTime at={at}>{displayMoment(at)}</TimelineTime>
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
            <TimelineTime at={order.expiresAt}>
              {t('until {expiresAt}', { expiresAt: displayWhen(order.expiresAt) })}
            </TimelineTime>
          </li>
        )}
      </ol>
    </DetailSection>
  )
}
