import { type Icon, IconAlertTriangle, IconArrowsExchange, IconInfoCircle, IconRefresh } from 'virtual:icons'
import { planTitle } from '@galla/contract/subscriptions/plans'
import { Button, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Notice } from '../../components/feedback/notice.tsx'
import { displayCount, displayDay } from '../../format/indian-display.ts'
import { richText } from '../../locales/rich-text.tsx'
import { t } from '../../locales/translate.ts'
import { cycleInWords, daysInWords } from '../../plans/days-label.ts'
import { planChange } from '../../plans/plan-change.ts'
import type { useSubscription } from '../../plans/subscription-query.ts'

interface ChangeNoteProps {
  readonly subscription: ReturnType<typeof useSubscription>
  readonly wanted: Parameters<typeof planChange>[1]
  readonly title: string
}

/** Said before anything is paid: what this purchase does to what runs already. */
export function ChangeNote({ subscription, wanted, title }: ChangeNoteProps) {
  const { data } = subscription
  if (data === undefined && subscription.isPending) return <Skeleton h={76} radius="md" mb={20} />
  if (data === undefined) return <UnknownPlanNote onRetry={() => void subscription.refetch()} />
  const change = planChange(data.kind === 'subscribed' ? data.record : undefined, wanted)
  switch (change.kind) {
    case 'starts':
      return (
        <Note Icon={IconInfoCircle} tone="calm" title={t('Starts as soon as your payment has come')}>
          {t('It runs for {label} from then on.', {
            label: cycleInWords(wanted.cycle),
          })}
        </Note>
      )
    case 'renews':
      return (
        <Note Icon={IconRefresh} tone="calm" title={t('Renews your {title} plan', { title })}>
          {richText(
            'It then runs until <b>{until}</b>. With the {qrRemaining} QR requests you have left, that makes <b>{qrAfterwards}</b>.',
            { b: (text) => <strong>{text}</strong> },
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
            'Its {qrRemaining} remaining QR requests are carried over, which makes <b>{qrAfterwards}</b>. Its {daysLost} left are not: {title} runs for {label} from the payment on.',
            { b: (text) => <strong>{text}</strong> },
            {
              qrRemaining: displayCount(change.qrRemaining),
              qrAfterwards: displayCount(change.qrAfterwards),
              daysLost: daysInWords(change.daysLost),
              title,
              label: cycleInWords(wanted.cycle),
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
        'If it is this one, it is extended. If it is another, it is replaced at once, and its QR requests are carried over.',
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
