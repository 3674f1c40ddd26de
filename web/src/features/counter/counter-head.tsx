import { IconCircleCheck, IconWifiOff } from 'virtual:icons'
import type { CounterState } from '@galla/contract/counters/counter-screen'
import { Group, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { displayAmount } from '../../format/indian-display.ts'
import type { Announcement } from './announcements.ts'
import css from './counter-screen.module.css'
import type { CounterTexts } from './counter-texts.ts'

/** How long a payment stays in green. */
const RESULT_MS = 20_000

interface CounterHeadProps {
  readonly state: CounterState
  readonly texts: CounterTexts
  readonly heard: Announcement | undefined
}

export function CounterHead({ state, texts, heard }: CounterHeadProps) {
  const { counter, today } = state
  return (
    <header className={css.head}>
      <Group className={css.width ?? ''} justify="space-between" align="start" wrap="nowrap">
        <div>
          <Title order={1} fz="lg">
            {counter.name}
          </Title>
          <Text c={counter.mode === 'test' ? 'var(--galla-pending)' : 'dimmed'}>
            {counter.mode === 'test' ? texts.testMode : counter.shopName}
          </Text>
        </div>
        <Text ta="right">
          {texts.today}: {texts.payments(today.count)}
          <Text component="strong" display="block" fz={24} fw={700}>
            {displayAmount(today.amount)}
          </Text>
          {today.waiting.count > 0 &&
            `${texts.notTaken}: ${texts.payments(today.waiting.count)}, ${displayAmount(today.waiting.amount)}`}
        </Text>
      </Group>
      <Received texts={texts} heard={heard} />
    </header>
  )
}

/** Shows the last announcement in green for a while. It overlays the header, so that no key moves under a finger. */
function Received({ texts, heard }: { texts: CounterTexts; heard: Announcement | undefined }) {
  const [gone, setGone] = useState<Announcement>()
  useEffect(() => {
    if (heard === undefined) return
    const timer = window.setTimeout(() => setGone(heard), RESULT_MS)
    return () => window.clearTimeout(timer)
  }, [heard])
  if (heard === undefined || heard === gone) return null
  const { isSummary, creditIds, amount, payerName } = heard
  return (
    <Sign
      look={css.received}
      role="status"
      Icon={IconCircleCheck}
      title={`${displayAmount(amount)} ${texts.received}`}
      text={isSummary ? texts.earlier(creditIds.length) : texts.from(payerName ?? texts.unknownPayer)}
    />
  )
}

interface SignProps {
  readonly look: string | undefined
  readonly role: 'alert' | 'status'
  readonly Icon: typeof IconWifiOff
  readonly title: string
  readonly text: string
}

/** A status that is readable from across the counter. */
function Sign({ look, role, Icon, title, text }: SignProps) {
  return (
    <Group className={look ?? ''} role={role} gap="md" wrap="nowrap" justify="center" px="md" py="xs">
      <Icon size={48} className={css.sign ?? ''} />
      <div>
        <Text fz={36} fw={800} lh={1.1}>
          {title}
        </Text>
        <Text fz={18}>{text}</Text>
      </div>
    </Group>
  )
}

export function LostNotice({ texts }: { texts: CounterTexts }) {
  return <Sign look={css.lost} role="alert" Icon={IconWifiOff} title={texts.lost} text={texts.lostHint} />
}
