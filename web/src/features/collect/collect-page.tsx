import { IconCircleCheck, IconPlus, IconQrcode } from 'virtual:icons'
import { collect, keypadSale, type ShownOrder } from '@galla/contract/counters/counters'
import { orderStatus } from '@galla/contract/payment-page/payment-page'
import { Box, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { callEndpoint } from '../../api/api.ts'
import { randomId } from '../../browser/random-id.ts'
import { CopyButton } from '../../components/display/copy-button.tsx'
import { QrCode } from '../../components/display/qr-code.tsx'
import { ActionButton } from '../../components/feedback/action-button.tsx'
import { Banner } from '../../components/feedback/banner.tsx'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { Notice } from '../../components/feedback/notice.tsx'
import { messagesOf } from '../../components/form/form-errors.ts'
import { PageTitle } from '../../components/layout/page-title.tsx'
import { displayAmount } from '../../format/indian-display.ts'
import { t } from '../../locales/translate.ts'
import { fullUrl, orderPath, payPath } from '../../paths.ts'
import { queryKeys } from '../../query-keys.ts'
import { useUser } from '../../session/session.tsx'

const FAILED = t('The QR code could not be created')
const POLL_MS = 3_000
/** Money may come after the end. */
const LATE_POLL_MS = 30_000

/** An amount becomes a QR code for the customer in front of the merchant. */
export function CollectPage() {
  const { mode } = useUser()
  return (
    <>
      <PageTitle title={t('Collect')} line={t('Type an amount and show the QR code to your customer.')} />
      {/* A QR code of the other mode would mislead. */}
      <Box key={mode} maw={440} mx="auto">
        <Till />
      </Box>
    </>
  )
}

function Till() {
  const [order, setOrder] = useState<ShownOrder>()
  return (
    <Paper withBorder radius="lg" p={{ base: 'md', sm: 'lg' }}>
      {order === undefined ? (
        <AmountForm onMade={setOrder} />
      ) : (
        <OpenSale order={order} onNext={() => setOrder(undefined)} />
      )}
    </Paper>
  )
}

const amountMessage = (amount: string): string | undefined =>
  messagesOf(keypadSale.pick({ amount: true }), { amount: amount.trim() }).amount

/** Retries are idempotent, so that a slow connection makes no second order. */
function AmountForm({ onMade }: { onMade: (order: ShownOrder) => void }) {
  const [sale, setSale] = useState(() => ({ amount: '', note: '', requestId: randomId() }))
  const [error, setError] = useState<string>()
  const change = (next: { amount?: string; note?: string }) => {
    setSale({ ...sale, ...next, requestId: randomId() })
    setError(undefined)
  }
  const make = useMutation({
    mutationFn: () => callEndpoint(collect, { body: { ...sale, amount: sale.amount.trim() } }),
    onSuccess: ({ data }) => onMade(data),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = amountMessage(sale.amount)
    setError(wrong)
    if (wrong === undefined) make.mutate()
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label={t('Amount')}
          required
          size="xl"
          labelProps={{ fz: 'sm' }}
          leftSection={<Text fz="xl">₹</Text>}
          placeholder="0.00"
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          // The page is opened to type an amount.
          autoFocus
          className="tabular"
          value={sale.amount}
          error={error}
          onChange={(event) => change({ amount: event.currentTarget.value })}
        />
        <TextInput
          label={t('Note')}
          placeholder={t('Optional')}
          maxLength={100}
          autoComplete="off"
          value={sale.note}
          onChange={(event) => change({ note: event.currentTarget.value })}
        />
        {make.isError && <Banner tone="failed" message={failureMessage(make.error, FAILED)} />}
        <ActionButton
          type="submit"
          h={52}
          fz="md"
          busy={make.isPending}
          busyLabel={t('Creating...')}
          leftSection={<IconQrcode />}
        >
          {t('Show QR')}
        </ActionButton>
      </Stack>
    </form>
  )
}

/** What the payment page of the order polls, until the order is paid. */
function useStatus({ orderId, ...order }: ShownOrder) {
  const queryClient = useQueryClient()
  const { data } = useQuery({
    queryKey: queryKeys.collected(orderId),
    queryFn: ({ signal }) => callEndpoint(orderStatus, { params: { orderId }, signal }),
    refetchInterval: ({ state: { data: now } }) =>
      now?.status === 'success' ? false : now?.status === 'failed' ? LATE_POLL_MS : POLL_MS,
  })
  const { status, received } = data ?? order
  const isOpen = status !== 'success' && status !== 'failed'
  useEffect(() => {
    if (!isOpen || received !== null) void queryClient.invalidateQueries({ queryKey: queryKeys.cases.all })
  }, [isOpen, received, queryClient])
  return {
    status,
    received,
    isPayable: isOpen && received === null && (data === undefined || data.serverTime < data.expiresAt),
  }
}

function OpenSale({ order, onNext }: { order: ShownOrder; onNext: () => void }) {
  const { orderId, amount, note, link } = order
  const { status, received, isPayable } = useStatus(order)
  const shown = displayAmount(amount)
  return (
    <Stack align="center" ta="center" gap="md">
      <Box>
        <Text fz={36} fw={700} lh={1.2} className="amount">
          {shown}
        </Text>
        <Text c="dimmed" dir="auto" className="breaks">
          {note}
        </Text>
      </Box>
      {isPayable && <QrCode text={link} label={t('QR code for {amount}', { amount: shown })} width={300} />}
      <Box w="100%" role="status">
        {status === 'success' ? (
          <Notice tone="success" Icon={IconCircleCheck}>
            {t('Received {amount}', { amount: shown })}
          </Notice>
        ) : received !== null ? (
          <Notice tone="pending">
            {displayAmount(received) === shown
              ? t('{amount} came in parts. Decide in Reconciliation.', { amount: shown })
              : t('{amount} came, the order is {asked}.', { amount: displayAmount(received), asked: shown })}
          </Notice>
        ) : status === 'failed' ? (
          <Notice tone="failed">{t('Not paid. The QR code no longer works.')}</Notice>
        ) : (
          <Text c="dimmed">{t('Waiting for the payment...')}</Text>
        )}
      </Box>
      <Group gap="xs" grow preventGrowOverflow={false} w="100%">
        {isPayable && <CopyButton text={fullUrl(payPath(orderId))} label={t('Copy link')} />}
        <Button component={Link} to={orderPath(orderId)} variant="default">
          {t('See the order')}
        </Button>
      </Group>
      <Button fullWidth h={52} fz="md" leftSection={<IconPlus />} onClick={onNext} autoFocus>
        {t('New amount')}
      </Button>
    </Stack>
  )
}
