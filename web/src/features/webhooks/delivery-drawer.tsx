import { type DeliveryDetail, redeliver } from '@galla/contract/webhook-deliveries'
import { Skeleton } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { callEndpoint } from '../../api/api.ts'
import { CopyIcon } from '../../components/display/copy-button.tsx'
import { When } from '../../components/display/when.tsx'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { LoadError } from '../../components/feedback/screen-message.tsx'
import { toastFailure, toastSuccess } from '../../components/feedback/toast.tsx'
import { ActionButton } from '../../components/form/action-button.tsx'
import { Facts } from '../../components/layout/facts.tsx'
import { SideDrawer } from '../../components/overlay/side-drawer.tsx'
import { useRowOpener } from '../../components/table/row-click.ts'
import { displayWhenInFull } from '../../format/indian-display.ts'
import { orderPath } from '../../paths.ts'
import { DeliveryStateBadge } from './delivery-state.tsx'
import css from './merchant-webhooks-page.module.css'
import { useDelivery, useLookAgain } from './webhooks-query.ts'

const WORDS = {
  failed: 'The notification could not be loaded',
  unreachable: 'The notification could not be loaded',
}
const SEND_WORDS = {
  failed: 'Failed to send it again',
  unreachable: 'Something went wrong while sending it again',
}

interface DeliveryDrawerProps {
  readonly id: string | undefined
  readonly onClose: () => void
}

/** One notification: what was sent, what came back, how long it took, and once more. */
export function DeliveryDrawer({ id, onClose }: DeliveryDrawerProps) {
  const opener = useRowOpener(id)
  return (
    <SideDrawer
      opened={id !== undefined}
      onClose={onClose}
      opener={opener}
      closeLabel="Close the notification"
      size={640}
      title={<strong>Notification</strong>}
      classNames={{
        header: css.drawerHeader ?? '',
        body: css.drawerBody ?? '',
        title: css.drawerTitle ?? '',
      }}
    >
      {id !== undefined && <Shown key={id} id={id} />}
    </SideDrawer>
  )
}

function Shown({ id }: { id: string }) {
  const delivery = useDelivery(id)
  if (delivery.data !== undefined) return <Detail delivery={delivery.data} />
  if (delivery.isError)
    return (
      <LoadError message={failureMessage(delivery.error, WORDS)} onRetry={() => void delivery.refetch()} />
    )
  return (
    <div role="status" aria-busy="true" aria-label="Loading the notification">
      <Skeleton h={24} w={180} mb={16} />
      <Skeleton h={96} mb={24} />
      <Skeleton h={220} />
    </div>
  )
}

function Detail({ delivery }: { delivery: DeliveryDetail }) {
  const lookAgain = useLookAgain()
  const again = useMutation({
    mutationFn: () => callEndpoint(redeliver, { params: { id: delivery.id } }),
    onSuccess: ({ msg }) => toastSuccess(msg),
    onError: (error) => toastFailure(failureMessage(error, SEND_WORDS)),
    onSettled: lookAgain,
  })
  return (
    <div className={css.stack}>
      <div className={css.between}>
        <span className={css.badges}>
          <strong className="mono">{delivery.event}</strong>
          <DeliveryStateBadge state={delivery.state} />
        </span>
        <ActionButton
          variant="default"
          h={36}
          busy={again.isPending}
          busyLabel="Sending..."
          disabled={delivery.state === 'pending'}
          leftSection={<IconSend size={16} aria-hidden />}
          onClick={() => again.mutate()}
        >
          Send again
        </ActionButton>
      </div>
      <Facts
        facts={[
          [
            'webhook-id',
            <span key="id" className={css.withCopy}>
              <span className="mono">{delivery.eventId}</span>
              <CopyIcon text={delivery.eventId} what="webhook-id" />
            </span>,
          ],
          ...(delivery.orderId === null
            ? []
            : ([
                [
                  'Order',
                  <Link key="order" to={orderPath(delivery.orderId)} className="mono">
                    {delivery.orderId}
                  </Link>,
                ],
              ] as const)),
          [
            'URL',
            <span key="url" className={css.url}>
              {delivery.url}
            </span>,
          ],
          ['Happened', displayWhenInFull(delivery.createdAt)],
          ...(delivery.nextAttemptAt === null
            ? []
            : ([['Next attempt', <When key="next" at={delivery.nextAttemptAt} exact />]] as const)),
        ]}
      />
      <h3 className={css.heading}>
        {delivery.attempts.length === 0 ? 'Not tried yet' : `Attempts (${delivery.attemptsMade})`}
      </h3>
      <ol className={css.attempts}>
        {delivery.attempts.toReversed().map((attempt, index) => (
          <Attempt key={attempt.at} attempt={attempt} opened={index === 0} />
        ))}
      </ol>
    </div>
  )
}

function Attempt({ attempt, opened }: { attempt: DeliveryDetail['attempts'][number]; opened: boolean }) {
  const { at, status, durationMs, error, response, request } = attempt
  return (
    <li>
      <details className={css.attempt} open={opened}>
        <summary>
          <span className={`${css.answer} ${status === 200 ? css.success : css.failed}`}>
            {status === null ? (error ?? 'no answer').replaceAll('_', ' ') : `HTTP ${status}`}
          </span>
          <span className="muted">{durationMs} ms</span>
          <When at={at} exact />
        </summary>
        {request !== null && (
          <>
            <Text title="Request headers" text={linesOf(request.headers)} />
            <Text title="Request body" text={pretty(request.body)} />
          </>
        )}
        <Text
          title="Response, first 1 kB"
          text={response === null || response === '' ? '(empty)' : response}
        />
      </details>
    </li>
  )
}

function Text({ title, text }: { title: string; text: string }) {
  return (
    <section className={css.text} aria-label={title}>
      <header className={css.between}>
        <h4>{title}</h4>
        <CopyIcon text={text} what={title.toLowerCase()} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{text}</pre>
    </section>
  )
}

const linesOf = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

const pretty = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
