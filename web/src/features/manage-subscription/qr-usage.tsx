import type { SubscriptionRecord } from '@galla/contract/subscriptions/subscriptions'
import { Text, Title } from '@mantine/core'
import { displayCount } from '../../format/indian-display.ts'
import { richText } from '../../locales/rich-text.tsx'
import { t } from '../../locales/translate.ts'
import { UsageBar } from './usage-bar.tsx'

/** Used and limit, a bar that is red above 80 per cent, and what remains. */
export function QrUsage({ record }: { record: SubscriptionRecord }) {
  const { qrLimit, qrRemaining, isActive } = record
  const used = qrLimit - qrRemaining
  return (
    <div>
      <Title order={3} c="dimmed" fz="xs" fw={600} lts="0" lh="18px">
        {t('QR usage')}
      </Title>
      <Text mt={4} c="dimmed" fz="md" mb="sm" className="tabular">
        <Text span c="var(--galla-text)" fz="xl" fw={700}>
          {displayCount(used)}
        </Text>
        /{displayCount(qrLimit)}
      </Text>
      <UsageBar used={used} limit={qrLimit} label={t('QR requests used')} />
      <Text mt="xs" c="dimmed" className="tabular">
        {richText(
          '<b>{qrRemaining}</b> remaining',
          { b: (text) => <strong>{text}</strong> },
          { qrRemaining: displayCount(qrRemaining) },
        )}
        {!isActive && qrRemaining > 0 && t(', no longer usable: they ended with the plan')}
        {isActive && qrRemaining === 0 && t(': new live orders wait for a renewal or a larger plan')}
      </Text>
    </div>
  )
}
