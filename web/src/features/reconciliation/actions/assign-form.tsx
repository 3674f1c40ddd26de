import { IconSearch } from 'virtual:icons'
import { allTransactions } from '@galla/contract/orders/transactions'
import { assignCredit, proposeOrders } from '@galla/contract/reconciliation/credit-decisions'
import type { CreditRow } from '@galla/contract/reconciliation/credits'
import { Button, CloseButton, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callEndpoint, fetchData } from '../../../api/api.ts'
import { QueryError } from '../../../components/feedback/query-error.tsx'
import { StatusBadge } from '../../../components/feedback/status-badge.tsx'
import { useDebounced } from '../../../components/form/use-debounced.ts'
import detail from '../../../components/layout/detail.module.css'
import { DetailSection } from '../../../components/layout/detail-section.tsx'
import { differenceText } from '../../../format/case-labels.ts'
import { displayAmount, displayWhen } from '../../../format/indian-display.ts'
import { t } from '../../../locales/translate.ts'
import { queryKeys } from '../../../query-keys.ts'
import { useUser } from '../../../session/session.tsx'
import type { ActionFormProps, AssignableOrder } from './action-form-props.ts'
import { CaseActionForm, NoteField, UtrField, utrMessage } from './case-action-form.tsx'
import { ChoiceList } from './choice-list.tsx'

const SEARCH_CHARS_MAX = 254
const LIKELY_MAX = 3
const FAILURE = {
  failed: t('The orders could not be fetched'),
  unreachable: t('The orders could not be fetched. Please check your connection.'),
}

/** Assigns a payment to an order: the server's suggestions first, others by search. */
export function AssignForm({ credit, action, begin, onCancel }: ActionFormProps) {
  const [chosen, setChosen] = useState(begin)
  const { note, utr, orderSearch: search } = action.form.values
  const orders = useAssignable(credit.id, search)
  const needsUtr = credit.utr === null
  const check = () => ({
    ...(chosen === undefined ? { orderId: t('Please choose an order') } : {}),
    ...(needsUtr ? utrMessage(utr) : {}),
  })
  const body = { orderId: chosen?.orderId ?? '', note, ...(needsUtr ? { utr } : {}) }
  return (
    <CaseActionForm
      title={t('Assign to an order')}
      consequence={
        chosen === undefined
          ? t('Choose the order that this payment is for. Nothing changes until you confirm.')
          : consequenceOf(credit, chosen)
      }
      label={t('Assign')}
      busyLabel={t('Assigning...')}
      action={action}
      check={check}
      send={() => callEndpoint(assignCredit, { params: { creditId: credit.id }, body })}
      onCancel={onCancel}
    >
      <OrderSearch search={search} onSearch={(text) => action.form.setFieldValue('orderSearch', text)} />
      <Orders
        credit={credit}
        orders={orders}
        search={search}
        chosen={chosen}
        error={action.errors.orderId}
        onChoose={setChosen}
      />
      {needsUtr && <UtrField action={action} label={t('UTR, as your account shows it')} />}
      <NoteField action={action} label={t('Note (optional)')} />
    </CaseActionForm>
  )
}

/** Explains what the assignment will do. */
function consequenceOf({ amount }: CreditRow, order: AssignableOrder): string {
  const name = t('Order {clientTransactionId}', { clientTransactionId: order.clientTransactionId })
  if (order.status === 'success')
    return t('{name} is already paid. This payment is recorded as Paid twice, for you to refund.', { name })
  if (order.amount !== amount)
    return t(
      '{amount} is {difference} than the amount of {name}. The payment is linked to that order as Wrong amount, and you decide whether to accept it as paid.',
      { amount: displayAmount(amount), difference: differenceText(amount, order.amount), name },
    )
  return t(
    '{name} of {customerName} becomes Success, and its customer and your website are notified. This cannot be undone.',
    { name, customerName: order.customerName },
  )
}

/** "28 Nov, 7:11 am · ₹3.00 more": when the order was made, and how the payment differs from it. */
const whyLikely = ({ amount }: CreditRow, order: AssignableOrder): string =>
  [
    displayWhen(order.createdAt),
    differenceText(amount, order.amount),
    ...(order.because === 'claimed' ? [t('the customer gave this UTR')] : []),
  ].join(' · ')

/** The orders that the payment may be for. Nothing is decided by choosing one: its form says what will happen. */
export function LikelyOrders({ credit, onChoose }: LikelyOrdersProps) {
  const orders = useAssignable(credit.id, '')
  if (orders.data === undefined || orders.data.length === 0) return null
  return (
    <DetailSection title={t('Likely orders')}>
      <ul className={detail.boxes}>
        {orders.data.slice(0, LIKELY_MAX).map((order) => (
          <li key={order.orderId} className={detail.box}>
            <Group justify="space-between" gap="xs" wrap="nowrap">
              <Stack gap={0} miw={0} className="breaks">
                <Text fw={550}>
                  {displayAmount(order.amount)} · {order.customerName} · {order.clientTransactionId}
                </Text>
                <Text c="dimmed" fz="xs" className="tabular">
                  {whyLikely(credit, order)}
                </Text>
              </Stack>
              <Button
                variant="default"
                px="sm"
                flex="none"
                aria-label={t('Assign to {order}', { order: order.clientTransactionId })}
                onClick={() => onChoose(order)}
              >
                {t('Assign')}
              </Button>
            </Group>
          </li>
        ))}
      </ul>
    </DetailSection>
  )
}

function OrderSearch({ search, onSearch }: { search: string; onSearch: (text: string) => void }) {
  return (
    <TextInput
      label={t('Find the order')}
      placeholder={t('Order ID, your transaction ID, customer or amount')}
      inputMode="search"
      autoComplete="off"
      spellCheck={false}
      maxLength={SEARCH_CHARS_MAX}
      leftSection={<IconSearch />}
      rightSection={
        search !== '' && <CloseButton aria-label={t('Clear the order search')} onClick={() => onSearch('')} />
      }
      value={search}
      onChange={(event) => onSearch(event.currentTarget.value)}
      // The search runs while typing; Enter must not submit the form with an order that the merchant has not seen.
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault()
      }}
    />
  )
}

interface LikelyOrdersProps {
  readonly credit: CreditRow
  readonly onChoose: (order: AssignableOrder) => void
}

interface OrdersProps {
  readonly credit: CreditRow
  readonly orders: ReturnType<typeof useAssignable>
  readonly search: string
  readonly chosen: AssignableOrder | undefined
  readonly error: string | undefined
  readonly onChoose: (order: AssignableOrder) => void
}

function Orders({ credit, orders, search, chosen, error, onChoose }: OrdersProps) {
  if (orders.isError) return <QueryError query={orders} failure={FAILURE} />
  if (orders.data === undefined) return <Skeleton h={120} radius={10} aria-label={t('Searching orders')} />
  const found = orders.data
  const shown =
    chosen === undefined || found.some(({ orderId }) => orderId === chosen.orderId)
      ? found
      : [chosen, ...found]
  return (
    <>
      {shown.length > 0 && (
        <ChoiceList
          legend={search.trim() === '' ? t('Likely orders') : t('Search results')}
          name="orderId"
          chosen={chosen?.orderId}
          error={error}
          onChoose={(id) => {
            const order = shown.find(({ orderId }) => orderId === id)
            if (order !== undefined) onChoose(order)
          }}
          choices={shown.map((order) => ({
            id: order.orderId,
            first: `${order.customerName} · ${order.clientTransactionId}`,
            second: whyLikely(credit, order),
            amount: displayAmount(order.amount),
            mark: <StatusBadge status={order.status} />,
          }))}
        />
      )}
      {found.length === 0 && (
        <Text c="dimmed" fz="sm" className="tabular breaks" role="status">
          {search.trim() === ''
            ? t('No unpaid order has exactly this amount. Search for the right order.')
            : t('No order found.')}
          {error !== undefined && shown.length === 0 && (
            <Text span c="var(--galla-failed)" fz="sm">
              {' '}
              {error}
            </Text>
          )}
        </Text>
      )}
    </>
  )
}

const SHOWN_MAX = 8
const TYPED_MS = 300

/** The server's suggestions, or the orders that match the search. */
function useAssignable(creditId: string, search: string) {
  const { mode } = useUser()
  const [query, setQuery] = useState(search.trim())
  useDebounced(search.trim(), TYPED_MS, setQuery)
  return useQuery({
    queryKey: queryKeys.cases.creditOrders(mode, creditId, query),
    queryFn: async ({ signal }): Promise<AssignableOrder[]> => {
      if (query === '') return fetchData(proposeOrders, { params: { creditId }, signal })
      const found = { search: query, limit: SHOWN_MAX }
      return (await fetchData(allTransactions, { query: found, signal })).map(
        ({ orderId, clientTransactionId, customer, amount, status, createdAt }) => ({
          orderId,
          clientTransactionId,
          customerName: customer.name,
          amount,
          status,
          createdAt,
        }),
      )
    },
  })
}
