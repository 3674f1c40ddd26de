import { IconAlertTriangle, IconChevronDown, IconChevronUp } from 'virtual:icons'
import { MAY_BE_VERIFIED } from '@galla/contract/orders/order-status'
import type { TransactionRow } from '@galla/contract/orders/transactions'
import { ActionIcon, Box, Group, Skeleton, Text } from '@mantine/core'
import { CopyIcon } from '../../../components/display/copy-button.tsx'
import { When } from '../../../components/display/when.tsx'
import { Notice } from '../../../components/feedback/notice.tsx'
import { QueryError } from '../../../components/feedback/query-error.tsx'
import { StatusBadge } from '../../../components/feedback/status-badge.tsx'
import { ToneBadge } from '../../../components/feedback/tone-badge.tsx'
import css from '../../../components/layout/detail.module.css'
import { DetailSection, TimelineTime } from '../../../components/layout/detail-section.tsx'
import { SideDrawer } from '../../../components/overlay/side-drawer.tsx'
import { useRowOpener } from '../../../components/table/row-click.ts'
import { displayAmount, displayMoment, displayWhen } from '../../../format/indian-display.ts'
import { richText } from '../../../locales/rich-text.tsx'
import { t } from '../../../locales/translate.ts'
import { useOrderDetail } from '../orders-query.ts'
import type { Verification } from '../verify-order.ts'
import { GotThisMoney } from './got-this-money.tsx'
import { VerifyButton } from './order-actions.tsx'
import { OrderCredits } from './order-credits.tsx'
import { OrderDeliveries } from './order-deliveries.tsx'
import { OrderFacts, OrderLink } from './order-facts.tsx'
import { attentionOf, failureOf, type Order, storyOf } from './order-history.ts'
import { OrderNotes } from './order-notes.tsx'
import { Quiet } from './quiet.tsx'

interface OrderDrawerProps {
  readonly orderId: string | undefined
  /** The rows of the list behind the drawer, for the previous and next buttons. */
  readonly neighbours: readonly TransactionRow[]
  readonly verification: Verification
  readonly onSwitch: (orderId: string) => void
  readonly onClose: () => void
}

export function OrderDrawer({ orderId, neighbours, verification, onSwitch, onClose }: OrderDrawerProps) {
  const opener = useRowOpener(orderId)
  return (
    <SideDrawer
      opened={orderId !== undefined}
      onClose={onClose}
      opener={opener}
      closeLabel={t('Close the order')}
      size={560}
      title={
        <Group component="span" gap="sm" wrap="nowrap">
          <strong>{t('Order')}</strong>
          <NeighbourButtons orderId={orderId} neighbours={neighbours} onSwitch={onSwitch} />
        </Group>
      }
    >
      {orderId !== undefined && (
        <OrderInDrawer
          key={orderId}
          orderId={orderId}
          known={neighbours.find((order) => order.orderId === orderId)}
          verification={verification}
        />
      )}
    </SideDrawer>
  )
}

/** Opens the previous or next order of the list in the same drawer. */
function NeighbourButtons({
  orderId,
  neighbours,
  onSwitch,
}: Pick<OrderDrawerProps, 'orderId' | 'neighbours' | 'onSwitch'>) {
  const here = neighbours.findIndex((order) => order.orderId === orderId)
  if (here === -1 || neighbours.length < 2) return null
  const above = neighbours[here - 1]?.orderId
  const below = neighbours[here + 1]?.orderId
  const buttonProps = { bd: 0, bg: 'transparent' } as const
  return (
    <Group component="span" gap={2} align="stretch" wrap="nowrap" display="inline-flex">
      <ActionIcon
        {...buttonProps}
        aria-label={t('Order above')}
        disabled={above === undefined}
        onClick={() => above !== undefined && onSwitch(above)}
      >
        <IconChevronUp size={18} />
      </ActionIcon>
      <ActionIcon
        {...buttonProps}
        aria-label={t('Order below')}
        disabled={below === undefined}
        onClick={() => below !== undefined && onSwitch(below)}
      >
        <IconChevronDown size={18} />
      </ActionIcon>
    </Group>
  )
}

interface OrderInDrawerProps {
  readonly orderId: string
  /** The order's row in the list, shown while the details load. */
  readonly known: TransactionRow | undefined
  readonly verification: Verification
}

function OrderInDrawer({ orderId, known, verification }: OrderInDrawerProps) {
  const detail = useOrderDetail(orderId)
  if (detail.data !== undefined) return <OrderDetail order={detail.data} verification={verification} />
  if (!detail.isError) return <OrderDetailSkeleton known={known} />
  return (
    <QueryError
      query={detail}
      failure={t('Failed to fetch the order')}
      missing={t('There is no such order in this mode')}
    />
  )
}

const LINES = ['a', 'b', 'c', 'd', 'e', 'f']

/** The data of the list's row, and placeholders for the rest. */
function OrderDetailSkeleton({ known }: { known: TransactionRow | undefined }) {
  return (
    <div className={css.detail} aria-busy>
      <div className={css.head}>
        {known === undefined ? (
          <>
            <Skeleton h={43} w={190} />
            <Skeleton h={24} w={90} mt={8} radius={12} />
          </>
        ) : (
          <AmountAndStatus order={known} />
        )}
      </div>
      <section className={css.section} aria-hidden>
        <Skeleton h={16} w={90} mb={16} />
        {LINES.slice(0, 3).map((line) => (
          <Skeleton key={line} h={18} mb={16} />
        ))}
      </section>
      <section className={css.section} aria-hidden>
        <Skeleton h={16} w={60} mb={16} />
        {LINES.map((line) => (
          <Skeleton key={line} h={20} mb={20} />
        ))}
      </section>
    </div>
  )
}

/** One order: payment details first, technical details last. */
function OrderDetail({ order, verification }: { order: Order; verification: Verification }) {
  return (
    <div className={css.detail}>
      <OrderHead order={order} verification={verification} />
      {order.credits.length > 0 && <OrderCredits order={order} />}
      <OrderTimeline order={order} />
      <OrderFacts order={order} />
      <OrderLink order={order} />
      <OrderNotes order={order} />
      <OrderDeliveries order={order} />
      <OrderAttempts order={order} />
    </div>
  )
}

/** The attempts with the UPI reference that the payer and the bank see. */
function OrderAttempts({ order }: { order: Order }) {
  return (
    <DetailSection title={t('Payment attempts')} note={String(order.attempts.length)}>
      <ol className={css.boxes}>
        {order.attempts.map(({ attempt, reference, startedAt, expiresAt }) => (
          <li key={attempt} className={css.box}>
            <Group gap={6} wrap="nowrap">
              <span className="mono breaks">{reference}</span>
              <CopyIcon text={reference} what={t('UPI reference of attempt {attempt}', { attempt })} />
            </Group>
            <Quiet>
              {richText('<from></from> to <to></to>', {
                from: () => <When at={startedAt} exact />,
                to: () => <When at={expiresAt} exact />,
              })}
            </Quiet>
          </li>
        ))}
      </ol>
    </DetailSection>
  )
}

/** The amount and the status. */
function OrderHead({ order, verification }: { order: Order; verification: Verification }) {
  const attention = attentionOf(order)
  const failure = failureOf(order)
  const { found } = verification
  return (
    <div className={css.head}>
      <AmountAndStatus order={order} />
      {failure !== '' && (
        <Text mt={10} c="dimmed">
          {failure}
        </Text>
      )}
      {attention !== '' && (
        <Notice tone="pending" Icon={IconAlertTriangle} mt="sm" fw={500}>
          {attention}
        </Notice>
      )}
      {MAY_BE_VERIFIED[order.status] && (
        <Group gap="sm" mt="md">
          <VerifyButton order={order} verification={verification} />
          {order.mode === 'live' && <GotThisMoney order={order} />}
          <Text span flex="1 1 200px" c="dimmed" fz="xs" role="status">
            {found.orderId === order.orderId
              ? found.line
              : t('Checks with every source again whether this order was paid.')}
          </Text>
        </Group>
      )}
    </div>
  )
}

function AmountAndStatus({ order }: { order: TransactionRow }) {
  return (
    <>
      <div className={css.amount}>{displayAmount(order.amount)}</div>
      <Group gap="xs" mt="xs">
        <StatusBadge status={order.status} failureReason={order.failureReason} />
        {order.paidLate && <ToneBadge tone="pending">{t('Paid late')}</ToneBadge>}
        {order.attention && <ToneBadge tone="pending">{t('Needs attention')}</ToneBadge>}
        {order.mode === 'test' && <ToneBadge tone="calm">{t('Test')}</ToneBadge>}
      </Group>
    </>
  )
}

function OrderTimeline({ order }: { order: Order }) {
  const isOpen = order.status === 'created' || order.status === 'pending'
  return (
    <DetailSection title={t('Timeline')}>
      <ol className={css.timeline}>
        {storyOf(order).map(({ at, title, detail, tone }) => (
          <li key={`${at} ${title}`} className={css[tone]}>
            <Box component="strong" miw={0} fw={600} className="breaks">
              {title}
            </Box>
            <TimelineTime at={at}>{displayMoment(at)}</TimelineTime>
            {detail !== '' && (
              <Text c="dimmed" className="breaks" style={{ flexBasis: '100%' }}>
                {detail}
              </Text>
            )}
          </li>
        ))}
        {isOpen && (
          <li className={css.next}>
            <span>{t('Waiting for the payment')}</span>
            <TimelineTime at={order.expiresAt}>
              {t('until {expiresAt}', { expiresAt: displayWhen(order.expiresAt) })}
            </TimelineTime>
          </li>
        )}
      </ol>
    </DetailSection>
  )
}
