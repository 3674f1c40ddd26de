import { IconAlertTriangle, IconArrowsExchange, IconInfoCircle, IconRefresh } from 'virtual:icons'
import { CYCLE_WORDS, planTitle } from '@galla/contract/subscriptions/plans'
import { Button, Skeleton } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import { Notice } from '../../components/feedback/notice.tsx'
import { displayCount, displayDay } from '../../format/indian-display.ts'
import { daysInWords } from '../../plans/days-label.ts'
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
  if (data === undefined)
    return (
      <Note Icon={IconAlertTriangle} tone="pending" title="Your running plan could not be looked up">
        If it is this one, it is extended. If it is another, it is replaced at once, and its QR requests are
        carried over.{' '}
        <Button variant="subtle" size="compact-sm" h={36} onClick={() => void subscription.refetch()}>
          Try Again
        </Button>
      </Note>
    )
  const change = planChange(data.kind === 'subscribed' ? data.record : undefined, wanted)
  switch (change.kind) {
    case 'starts':
      return (
        <Note Icon={IconInfoCircle} tone="calm" title="Starts as soon as your payment has come">
          It runs for {CYCLE_WORDS[wanted.cycle].label} from then on.
        </Note>
      )
    case 'renews':
      return (
        <Note Icon={IconRefresh} tone="calm" title={`Renews your ${title} plan`}>
          It then runs until <strong>{displayDay(change.until)}</strong>. With the{' '}
          {displayCount(change.qrRemaining)} QR requests you have left, that makes{' '}
          <strong>{displayCount(change.qrAfterwards)}</strong>.
        </Note>
      )
    case 'replaces':
      return (
        <Note
          Icon={IconArrowsExchange}
          tone="pending"
          title={`Replaces your ${planTitle(change.runningPlan)} plan at once`}
        >
          Its {displayCount(change.qrRemaining)} remaining QR requests are carried over, which makes{' '}
          <strong>{displayCount(change.qrAfterwards)}</strong>. Its {daysInWords(change.daysLost)} left are
          not: {title} runs for {CYCLE_WORDS[wanted.cycle].label} from the payment on.
        </Note>
      )
  }
}

interface NoteProps {
  readonly Icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>
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
