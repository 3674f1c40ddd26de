import type { CounterState } from '@galla/contract/counters/counter-screen'
import { Button, Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { QrCode } from '../../components/display/qr-code.tsx'
import { Notice } from '../../components/feedback/notice.tsx'
import { PleaseWait } from '../../components/shell/please-wait.tsx'
import { displayAmount } from '../../format/indian-display.ts'
import type { CounterWords } from './counter-words.ts'
import { Keypad } from './keypad.tsx'

interface TillProps {
  readonly state: CounterState
  readonly words: CounterWords
  readonly onChanged: () => void
}

/** The keypad, or the QR of its order until it is paid. */
export function Till({ state, words, onChanged }: TillProps) {
  const { order, counter } = state
  // After a reload an order that is still open is shown again.
  const [shown, setShown] = useState(() => (order?.status === 'pending' ? order.orderId : undefined))
  const isPaid = state.payments.some(({ orderId }) => orderId === shown)
  if (shown === undefined || isPaid)
    return (
      <Keypad
        key={shown}
        words={words}
        isDisabled={!counter.accountIsCurrent}
        onMade={(orderId) => {
          setShown(orderId)
          onChanged()
        }}
      />
    )
  return (
    <Paper withBorder radius="lg" p="md">
      <Stack align="center" ta="center">
        {order?.orderId === shown ? <OpenOrder words={words} order={order} /> : <PleaseWait />}
        <Button variant="default" h={56} fz={18} fullWidth onClick={() => setShown(undefined)}>
          {words.newAmount}
        </Button>
      </Stack>
    </Paper>
  )
}

function OpenOrder({ words, order }: { words: CounterWords; order: NonNullable<CounterState['order']> }) {
  const { amount, note, link, status, failureReason } = order
  return (
    <>
      <Text fz={36} fw={800} lh={1.1}>
        {displayAmount(amount)}
      </Text>
      <Text>{note}</Text>
      {status === 'failed' ? (
        <Notice tone="failed">
          <Text fz="xl" fw={700}>
            {failureReason === 'declined' ? words.declined : words.expired}
          </Text>
        </Notice>
      ) : (
        <>
          <QrCode text={link} label={words.scan} width={420} />
          <Text fz="lg">{words.scan}</Text>
        </>
      )}
    </>
  )
}
