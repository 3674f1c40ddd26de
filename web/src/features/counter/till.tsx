import type { CounterState } from '@galla/contract/counters/counter-screen'
import { Button, Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { QrCode } from '../../components/display/qr-code.tsx'
import { Notice } from '../../components/feedback/notice.tsx'
import { PleaseWait } from '../../components/shell/please-wait.tsx'
import { displayAmount } from '../../format/indian-display.ts'
import type { CounterTexts } from './counter-texts.ts'
import { Keypad } from './keypad.tsx'

interface TillProps {
  readonly state: CounterState
  readonly texts: CounterTexts
  readonly onChanged: () => void
}

/** The keypad, or the QR of its order until it is paid. */
export function Till({ state, texts, onChanged }: TillProps) {
  const { order, counter } = state
  // After a reload an order that is still open is shown again.
  const [shown, setShown] = useState(() => (order?.status === 'pending' ? order.orderId : undefined))
  const isPaid = state.payments.some(({ orderId }) => orderId === shown)
  if (shown === undefined || isPaid)
    return (
      <Keypad
        key={shown}
        texts={texts}
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
        {order?.orderId === shown ? <OpenOrder texts={texts} order={order} /> : <PleaseWait />}
        <Button variant="default" h={56} fz={18} fullWidth onClick={() => setShown(undefined)}>
          {texts.newAmount}
        </Button>
      </Stack>
    </Paper>
  )
}

function OpenOrder({ texts, order }: { texts: CounterTexts; order: NonNullable<CounterState['order']> }) {
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
            {failureReason === 'declined' ? texts.declined : texts.expired}
          </Text>
        </Notice>
      ) : (
        <>
          <QrCode text={link} label={texts.scan} width={420} />
          <Text fz="lg">{texts.scan}</Text>
        </>
      )}
    </>
  )
}
