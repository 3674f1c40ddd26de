import {
  type CounterState,
  listCounterBills,
  takeCredit,
  type WaitingPayment,
} from '@galla/contract/counters/counter-screen'
import { Box, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { callEndpoint, fetchData } from '../../api/api.ts'
import { Banner } from '../../components/feedback/banner.tsx'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { displayAmount, displayTime } from '../../format/indian-display.ts'
import css from './counter-screen.module.css'
import type { CounterTexts } from './counter-texts.ts'

interface ListProps {
  readonly texts: CounterTexts
  readonly state: CounterState
}

function List({ title, empty, children }: { title: string; empty: string | false; children: ReactNode }) {
  return (
    <Paper withBorder radius="lg" component="section" aria-label={title}>
      <Title order={2} fz="lg" p="sm">
        {title}
      </Title>
      {empty === false ? (
        children
      ) : (
        <Text c="dimmed" px="sm" pb="sm">
          {empty}
        </Text>
      )}
    </Paper>
  )
}

function PaymentLine({ amount, text, at }: { amount: number; text: string; at: string }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Box miw={0}>
        <Text fz={24} fw={700}>
          {displayAmount(amount)}
        </Text>
        <Text c="dimmed" className="breaks">
          {text}
        </Text>
      </Box>
      <Text c="dimmed" flex="none">
        {displayTime(at)}
      </Text>
    </Group>
  )
}

/** Payments to the printed QR that match no order, until a cashier takes them. */
export function WaitingPayments({ texts, state, onTaken }: ListProps & { onTaken: () => void }) {
  return (
    <List title={texts.waitingTitle} empty={state.waiting.length === 0 && texts.waitingEmpty}>
      {state.waiting.map((payment) => (
        <Waiting
          key={payment.creditId}
          payment={payment}
          texts={texts}
          onTaken={onTaken}
          isDisabled={!state.counter.accountIsCurrent}
        />
      ))}
    </List>
  )
}

interface WaitingProps {
  readonly payment: WaitingPayment
  readonly texts: CounterTexts
  readonly isDisabled: boolean
  readonly onTaken: () => void
}

function Waiting({ payment, texts, isDisabled, onTaken }: WaitingProps) {
  const { creditId, amount, payerName, receivedAt, canBeTaken } = payment
  const params = { creditId }
  const take = useMutation({
    mutationFn: (orderId: string | undefined) =>
      callEndpoint(takeCredit, { params, body: orderId === undefined ? {} : { orderId } }),
    onSettled: onTaken,
  })
  const bills = useMutation({
    mutationFn: () => fetchData(listCounterBills, { params }),
  })
  const [error] = [take.error ?? bills.error]
  const isBusy = take.isPending || take.isSuccess
  const line = <PaymentLine amount={amount} text={payerName ?? texts.unknownPayer} at={receivedAt} />
  if (!canBeTaken)
    return (
      <Box p="sm" className={css.row ?? ''}>
        {line}
      </Box>
    )
  return (
    <Stack gap="xs" p="sm" className={css.row ?? ''}>
      {line}
      <Group gap="xs">
        <Button h={48} disabled={isBusy || isDisabled} onClick={() => take.mutate(undefined)}>
          {texts.sale}
        </Button>
        <Button
          h={48}
          variant="default"
          disabled={isBusy || bills.isPending || isDisabled}
          onClick={() => bills.mutate()}
        >
          {texts.bill}
        </Button>
      </Group>
      {bills.data?.length === 0 && <Text c="dimmed">{texts.noBills}</Text>}
      {bills.data?.map((bill) => (
        <Button
          key={bill.orderId}
          h={48}
          variant="default"
          justify="space-between"
          disabled={isBusy}
          rightSection={displayTime(bill.createdAt)}
          onClick={() => take.mutate(bill.orderId)}
        >
          {bill.clientTransactionId} · {bill.customerName}
        </Button>
      ))}
      {error !== null && <Banner tone="failed" message={failureMessage(error, texts.failed)} />}
    </Stack>
  )
}

export function LastPayments({ texts, state }: ListProps) {
  return (
    <List title={texts.lastTitle} empty={state.payments.length === 0 && texts.lastEmpty}>
      {state.payments.map(({ orderId, amount, payerName, note, paidAt }) => (
        <Box key={orderId} p="sm" className={css.row ?? ''}>
          <PaymentLine amount={amount} text={`${payerName ?? texts.unknownPayer} · ${note}`} at={paidAt} />
        </Box>
      ))}
    </List>
  )
}
