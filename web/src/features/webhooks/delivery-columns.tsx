import type { DeliveryRow } from '@galla/contract/webhooks/webhook-deliveries'
import { UnstyledButton } from '@mantine/core'
import { OrderId } from '../../components/display/order-id.tsx'
import { When } from '../../components/display/when.tsx'
import type { Column } from '../../components/table/data-table.tsx'
import { opensRow } from '../../components/table/row-click.ts'
import { DeliveryStateBadge } from './delivery-state.tsx'
import css from './merchant-webhooks-page.module.css'

export const deliveryColumns = (onOpen: (id: string) => void): readonly Column<DeliveryRow>[] => [
  {
    head: 'Event',
    width: 'middle',
    card: 'start',
    cell: ({ id, event }) => (
      <UnstyledButton {...opensRow(id)} className={css.open ?? ''} onClick={() => onOpen(id)}>
        {event}
      </UnstyledButton>
    ),
  },
  { head: 'State', width: 'middle', card: 'end', cell: ({ state }) => <DeliveryStateBadge state={state} /> },
  {
    head: 'Order',
    card: 'line',
    cell: ({ orderId }) =>
      orderId === null ? (
        <span className="muted">of no order</span>
      ) : (
        <span className="mono">
          <OrderId id={orderId} />
        </span>
      ),
  },
  { head: 'Last answer', width: 'middle', card: 'start', cell: ({ attempts }) => lastAnswer(attempts) },
  {
    head: 'Attempts',
    width: 'short',
    end: true,
    wideOnly: true,
    card: 'none',
    cell: ({ attemptsMade }) => attemptsMade,
  },
  {
    head: 'Happened',
    width: 'middle',
    end: true,
    card: 'end',
    cell: ({ createdAt }) => <When at={createdAt} />,
  },
]

const lastAnswer = (attempts: DeliveryRow['attempts']) => {
  const last = attempts.at(-1)
  if (last === undefined) return <span className="muted">none yet</span>
  const { status, error, durationMs } = last
  return `${status === null ? (error ?? 'no answer').replaceAll('_', ' ') : `HTTP ${status}`}, ${durationMs}\u00a0ms`
}
