import type { SubscriptionRecord } from '@galla/contract/subscriptions'
import { Title } from '@mantine/core'
import { displayCount } from '../../format/indian-display.ts'
import css from './subscription-card.module.css'
import { UsageBar } from './usage-bar.tsx'

/** Used and limit, a bar that is red above 80 per cent, and what remains. */
export function QrUsage({ record }: { record: SubscriptionRecord }) {
  const { qrLimit, qrRemaining, isActive } = record
  const used = qrLimit - qrRemaining
  return (
    <div className={css.usage}>
      <Title order={3} c="dimmed" fz="xs" fw={600} lts="0" lh="18px">
        QR usage
      </Title>
      <p className={css.used}>
        <strong>{displayCount(used)}</strong>/{displayCount(qrLimit)}
      </p>
      <UsageBar used={used} limit={qrLimit} label="QR requests used" />
      <p className={css.remaining}>
        <strong>{displayCount(qrRemaining)}</strong> remaining
        {!isActive && qrRemaining > 0 && ', no longer usable: they ended with the plan'}
        {isActive && qrRemaining === 0 && ': new live orders wait for a renewal or a larger plan'}
      </p>
    </div>
  )
}
