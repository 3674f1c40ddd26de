import { confirmRefund, type RefundRow, type RefundState } from '@galla/contract/reconciliation/refunds'
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { callEndpoint } from '../../api/api.ts'
import { SOURCE_NAMES } from '../../format/case-labels.ts'
import { displayAmount, displayDay } from '../../format/indian-display.ts'
import { t } from '../../locales/translate.ts'
import { queryKeys } from '../../query-keys.ts'
import type { Tone } from '../../theme/tone.ts'
import { CopyIcon } from '../display/copy-button.tsx'
import { QrFigure, QrPicture } from '../display/qr-picture.tsx'
import { Quote } from '../display/quote.tsx'
import { When } from '../display/when.tsx'
import { ActionButton } from '../feedback/action-button.tsx'
import { Notice } from '../feedback/notice.tsx'
import { ToneBadge } from '../feedback/tone-badge.tsx'
import { useAction } from '../form/use-action.ts'
import detail from '../layout/detail.module.css'
import { EndDialog, SentDialog } from './refund-dialogs.tsx'

const LABELS = {
  requested: t('Requested'),
  sent: t('Sent'),
  confirmed: t('Confirmed'),
  failed: t('Failed'),
  cancelled: t('Cancelled'),
} as const satisfies Record<RefundState, string>

const TONES = {
  requested: 'pending',
  sent: 'created',
  confirmed: 'success',
  failed: 'failed',
  cancelled: 'calm',
} as const satisfies Record<RefundState, Tone>

const timesOf = ({ state, requestedAt, sentAt, endedAt }: RefundRow) => [
  { label: LABELS.requested, at: requestedAt },
  ...(sentAt === null ? [] : [{ label: LABELS.sent, at: sentAt }]),
  ...(endedAt === null ? [] : [{ label: LABELS[state], at: endedAt }]),
]

/** One refund: its amount, state and times, and what the merchant can do about it. */
export function RefundBox({ refund }: { refund: RefundRow }) {
  const { amount, state, way, utr, providerId, confirmedBy, note, reason, link, isYours, isRevived } = refund
  const [open, setOpen] = useState<'sent' | 'end'>()
  const close = () => setOpen(undefined)
  const isOpen = state === 'requested' || state === 'sent'
  return (
    <li className={detail.box}>
      <Group gap="0 12px" justify="space-between">
        <Text component="strong" fw={650} className="tabular">
          {displayAmount(amount)}
        </Text>
        <ToneBadge tone={TONES[state]}>{LABELS[state]}</ToneBadge>
      </Group>
      {timesOf(refund).map(({ label, at }) => (
        <Group key={label} gap="0 12px" justify="space-between">
          <Text span c="dimmed" fz="xs">
            {label}
            {label === LABELS.confirmed && confirmedBy !== null && ` · ${SOURCE_NAMES[confirmedBy]}`}
          </Text>
          <Text span c="dimmed" fz="xs" className="tabular">
            <When at={at} exact />
          </Text>
        </Group>
      ))}
      {(utr ?? providerId) !== null && (
        <Group component="span" gap={6} wrap="nowrap" mih={36}>
          <Text span c="dimmed" fz="xs">
            {utr === null ? t("The provider's reference") : t('UTR')}
          </Text>
          <span className="mono breaks">{utr ?? providerId}</span>
          <CopyIcon text={utr ?? providerId ?? ''} what={t('UTR')} />
        </Group>
      )}
      {[note, reason].map((text) => text !== null && <Quote key={text} text={[text]} />)}
      <PossibleDebits refund={refund} />
      {state === 'requested' && way === 'upi' && <HowToSend link={link} />}
      {state === 'requested' && way === 'provider' && isYours && (
        <Notice tone="pending" mt="xs">
          {t(
            'Your provider has not confirmed this refund, so Galla does not send it again. Look for it in the dashboard of your provider: if it was sent, enter its UTR. If not, cancel it here.',
          )}
        </Notice>
      )}
      {isRevived && (
        <Notice tone="pending" mt="xs">
          {t('This refund had ended here, and your provider reports that it was sent after all.')}
        </Notice>
      )}
      {isYours && isOpen && (
        <Group gap="xs" mt="xs">
          <Button
            size="xs"
            h={36}
            variant={state === 'requested' ? 'filled' : 'default'}
            onClick={() => setOpen('sent')}
          >
            {state === 'requested' ? t('Enter the UTR') : t('Correct the UTR')}
          </Button>
          <Button size="xs" h={36} variant="default" onClick={() => setOpen('end')}>
            {state === 'requested' ? t('Cancel the refund') : t('It did not arrive')}
          </Button>
        </Group>
      )}
      {open === 'sent' && <SentDialog refund={refund} onClose={close} />}
      {open === 'end' && <EndDialog refund={refund} onClose={close} />}
    </li>
  )
}

/** Debits that only the merchant can tell from other transfers. */
function PossibleDebits({ refund: { id: refundId, debits } }: { refund: RefundRow }) {
  const confirm = useAction({
    act: (body: Pick<RefundRow['debits'][number], 'source' | 'sourceKey'>) =>
      callEndpoint(confirmRefund, { params: { refundId }, body }),
    failed: t('This could not be saved'),
    refreshes: queryKeys.cases.all,
  })
  return debits.map(({ source, sourceKey, utr, at, words }) => (
    <Notice key={sourceKey} tone="pending">
      <Text fw={500}>
        {t('Is this the refund? {source}, {when}, UTR {utr}', {
          source: SOURCE_NAMES[source],
          when: displayDay(at),
          utr: utr ?? '–',
        })}
      </Text>
      {words !== null && <Quote text={[words]} />}
      <ActionButton
        size="xs"
        h={36}
        mt="xs"
        variant="default"
        busy={confirm.isPending}
        busyLabel={t('Saving...')}
        onClick={() => confirm.mutate({ source, sourceKey })}
      >
        {t('Yes, this is the refund')}
      </ActionButton>
    </Notice>
  ))
}

function HowToSend({ link }: Pick<RefundRow, 'link'>) {
  if (link === null)
    return (
      <Text c="dimmed">
        {t("The payer's UPI ID is unknown. Open the payment in your UPI app and send the money back there.")}
      </Text>
    )
  return (
    <QrFigure picture={<QrPicture text={link} label={t('QR code of the refund')} />}>
      <Text>
        {t(
          'Scan this with your own UPI app: it shows the payee and the amount. Pay, then enter the UTR here.',
        )}
      </Text>
      <Button component="a" href={link} size="xs" h={36} mt="xs" variant="default">
        {t('Open my UPI app')}
      </Button>
    </QrFigure>
  )
}
