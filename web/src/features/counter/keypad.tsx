import { IconBackspace } from 'virtual:icons'
import { createCounterOrder } from '@galla/contract/counters/counter-screen'
import { MAX_AMOUNT_PAISE, parseRupees } from '@galla/upi/rupees'
import { Button, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { callEndpoint } from '../../api/api.ts'
import { randomId } from '../../browser/random-id.ts'
import { ActionButton } from '../../components/feedback/action-button.tsx'
import { Banner } from '../../components/feedback/banner.tsx'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { displayCount } from '../../format/indian-display.ts'
import css from './counter-screen.module.css'
import type { CounterTexts } from './counter-texts.ts'

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0'] as const

/** The amount after a key press; a key that would make it invalid changes nothing. */
const typed = (text: string, key: string): string => {
  const next = text === '' && key === '.' ? '0.' : text === '0' && key !== '.' ? key : text + key
  if (!/^\d{0,7}(\.\d{0,2})?$/.test(next)) return text
  const paise = parseRupees(next.endsWith('.') ? next.slice(0, -1) : next)
  return paise !== undefined && paise > MAX_AMOUNT_PAISE ? text : next
}

/** Grouped with commas, as on the QR. */
const grouped = (amount: string): string =>
  (amount === '' ? '0' : amount).replace(/^\d+/, (rupees) => displayCount(Number(rupees)))

interface KeypadProps {
  readonly texts: CounterTexts
  readonly isDisabled: boolean
  readonly onMade: (orderId: string) => void
}

/** Creates an order from an amount and a note. Retries are idempotent, so that a slow connection never charges twice. */
export function Keypad({ texts, isDisabled, onMade }: KeypadProps) {
  const [amount, setAmount] = useState('')
  const [note, setNote] = useState('')
  const [requestId, setRequestId] = useState(randomId)
  const change = (next: { amount?: string; note?: string }) => {
    setAmount(next.amount ?? amount)
    setNote(next.note ?? note)
    setRequestId(randomId())
  }
  const make = useMutation({
    mutationFn: () => callEndpoint(createCounterOrder, { body: { requestId, amount, note } }),
    onSuccess: ({ data }) => onMade(data.orderId),
  })
  return (
    <Paper withBorder radius="lg" p="md">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          make.mutate()
        }}
      >
        <Stack gap="sm">
          <Text component="output" aria-label={texts.amount} ta="right" fz={36} fw={700} lh={1.2}>
            ₹{grouped(amount)}
          </Text>
          <Keys texts={texts} amount={amount} onChange={(next) => change({ amount: next })} />
          <TextInput
            label={texts.note}
            maxLength={100}
            autoComplete="off"
            value={note}
            onChange={(event) => change({ note: event.currentTarget.value })}
          />
          {make.isError && <Banner tone="failed" message={failureMessage(make.error, texts.failed)} />}
          <ActionButton
            type="submit"
            h={64}
            fz={24}
            busy={make.isPending}
            busyLabel={texts.creatingQr}
            disabled={isDisabled || parseRupees(amount) === undefined}
          >
            {texts.showQr}
          </ActionButton>
        </Stack>
      </form>
    </Paper>
  )
}

function Keys(props: { texts: CounterTexts; amount: string; onChange: (amount: string) => void }) {
  const { texts, amount, onChange } = props
  return (
    <SimpleGrid cols={3} spacing="xs" verticalSpacing="xs">
      {KEYS.map((key) => (
        <Button
          key={key}
          variant="default"
          h={64}
          className={css.key ?? ''}
          onClick={() => onChange(typed(amount, key))}
        >
          {key}
        </Button>
      ))}
      <Button
        variant="default"
        h={64}
        aria-label={texts.deleteDigit}
        onClick={() => onChange(amount.slice(0, -1))}
      >
        <IconBackspace size={28} />
      </Button>
    </SimpleGrid>
  )
}
