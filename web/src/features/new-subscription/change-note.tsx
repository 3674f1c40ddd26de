import { type Icon, IconAlertTriangle, IconArrowsExchange, IconInfoCircle, IconRefresh } from 'virtual:icons'
import { planTitle } from '@galla/contract/subscriptions/plans'
import { Button, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Notice } from '../../components/feedback/notice.tsx'
import { displayCount, displayDay } from '../../format/indian-display.ts'
import { richText } from '../../locales/rich-text.tsx'
import { t } from '../../locales/translate.ts'
import { cycleName, daysLabel } from '../../plans/days-label.ts'
import { planChange } from '../../plans/plan-change.ts'
import type { useSubscription } from '../../plans/subscription-query.ts'

interface ChangeNoteProps {
  readonly subscription: ReturnType<typeof useSubscription>
  readonly wanted: Parameters<typeof planChange>[1]
  readonly title: string
}

/** Explains before the payment how the purchase affects the current subscription. */
export function ChangeNote({ subscription, wanted, title }: ChangeNoteProps) {
  const { data } = subscription
  if (data === undefined && subscription.isPending) return <Skeleton h={76} radius="md" mb={20} />
  if (data === undefined) return <UnknownPlanNote onRetry={() => void subscription.refetch()} />
  const change = planChange(data.kind === 'subscribed' ? data.record : undefined, wanted)
  switch (change.kind) {
    case 'starts':
      return (
        <Note Icon={IconInfoCircle} tone="calm" title={t('Starts when your payment is received')}>
          {t('The plan then runs for {label}.', {
            label: cycleName(wanted.cycle),
          })}
        </Note>
      )
    case 'renews':
      return (
        <Note Icon={IconRefresh} tone="calm" title={t('Renews your {title} plan', { title })}>
          {richText(
            'Your plan then runs until <b>{until}</b>. With the {qrRemaining} QR requests you have left, you will have <b>{qrAfterwards}</b>.',
            {},
            {
              until: displayDay(change.until),
              qrRemaining: displayCount(change.qrRemaining),
              qrAfterwards: displayCount(change.qrAfterwards),
            },
          )}
        </Note>
      )
    case 'replaces':
      return (
        <Note
          Icon={IconArrowsExchange}
          tone="pending"
          title={t('Replaces your {runningPlan} plan at once', {
            runningPlan: planTitle(change.runningPlan),
          })}
        >
          {richText(
            'The {qrRemaining} remaining QR requests are carried over, so you will have <b>{qrAfterwards}</b>. The {daysLost} left are not carried over: {title} runs for {label} from the payment.',
            {},
            {
              qrRemaining: displayCount(change.qrRemaining),
              qrAfterwards: displayCount(change.qrAfterwards),
              daysLost: daysLabel(change.daysLost),
              title,
              label: cycleName(wanted.cycle),
            },
          )}
        </Note>
      )
  }
}

function UnknownPlanNote({ onRetry }: { onRetry: () => void }) {
  return (
    <Note Icon={IconAlertTriangle} tone="pending" title={t('Your running plan could not be looked up')}>
      {t(
        'An extension keeps your current plan. Another plan replaces it at once, and its QR requests are carried over.',
      )}{' '}
      <Button variant="subtle" px="xs" onClick={onRetry}>
        {t('Try Again')}
      </Button>
    </Note>
  )
}

interface NoteProps {
  readonly Icon: Icon
  readonly tone: 'calm' | 'pending'
  readonly title: string
  readonly children: ReactNode
}

function Note({ children, ...notice }: NoteProps) {
  return (
    <Notice mb={20} role="status" {...notice}>
      <p>{children}</p>
    </Notice>
  )
}
