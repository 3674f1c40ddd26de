import { IconInfoCircle } from 'virtual:icons'
import { type AlertRow, creditAlert, dismissAlert } from '@galla/contract/bank-alerts/alerts'
import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { callEndpoint } from '../../api/api.ts'
import { Fact, FactList } from '../../components/display/fact-list.tsx'
import { Quote } from '../../components/display/quote.tsx'
import { When } from '../../components/display/when.tsx'
import { Banner } from '../../components/feedback/banner.tsx'
import { Notice } from '../../components/feedback/notice.tsx'
import { QueryError } from '../../components/feedback/query-error.tsx'
import { messagesOf } from '../../components/form/form-errors.ts'
import detail from '../../components/layout/detail.module.css'
import { DetailSection } from '../../components/layout/detail-section.tsx'
import { readingText } from '../../format/alert-labels.ts'
import { t, translateServerText } from '../../locales/translate.ts'
import { useMay } from '../../session/may.ts'
import { CaseActionForm, UtrField } from './actions/case-action-form.tsx'
import { useCaseForm } from './actions/use-case-action.ts'
import type { CasesNavigation } from './cases-navigation.ts'
import { useAlert } from './cases-query.ts'
import { CaseWaiting } from './credit-case.tsx'

const PAISE_DIGITS = 2
const AMOUNT_CHARS_MAX = 13

/** A forwarded message that needs a review. */
export function AlertCase({ alertId, navigation }: { alertId: string; navigation: CasesNavigation }) {
  const alert = useAlert(alertId)
  if (alert.data !== undefined) return <AlertInCase alert={alert.data} navigation={navigation} />
  if (!alert.isError) return <CaseWaiting />
  return <QueryError query={alert} failure={t('Failed to fetch the message')} />
}

function AlertInCase({ alert, navigation }: { alert: AlertRow; navigation: CasesNavigation }) {
  const { text, title, sender, receivedAt, outcome, refusal, creditId, reading, isSecret } = alert
  const [hasConflict, setConflict] = useState(false)
  const may = useMay()
  return (
    <div className={detail.detail}>
      <div className={detail.head}>
        {!isSecret && <Quote text={[title, text]} />}
        <Notice Icon={IconInfoCircle} mt="sm" fw={500}>
          {isSecret
            ? readingText(reading)
            : refusal === null
              ? `${readingText(reading)} ${WHY[outcome]}`
              : translateServerText(refusal)}
        </Notice>
        {hasConflict && (
          <Banner
            tone="pending"
            message={t('Someone else updated this. The message is shown as it is now.')}
          />
        )}
      </div>
      {outcome === 'credit' ? (
        <DetailSection title={t('Payment')}>
          {creditId !== null && (
            <Button onClick={() => navigation.switchTo({ credit: creditId })}>{t('Open the payment')}</Button>
          )}
        </DetailSection>
      ) : isSecret || !may('POST /user/alerts/:alertId/credit') ? null : (
        <AlertActions alert={alert} act={navigation.view.act} onConflict={() => setConflict(true)} />
      )}
      <DetailSection title={t('Message')}>
        <FactList>
          <Fact name={t('Sender')}>
            <span>{sender ?? t('Unknown')}</span>
          </Fact>
          <Fact name={t('Forwarded')}>
            <When at={receivedAt} />
          </Fact>
        </FactList>
      </DetailSection>
    </div>
  )
}

const WHY = {
  unread: t(
    'Galla could not read this message. If it is about a payment you received, enter the payment here.',
  ),
  untrusted: t(
    'This looks like a payment, but it is not a known SMS format of a known bank. Anyone can send a message like this, so check your bank account first.',
  ),
  credit: t('A payment was recorded from this message.'),
  ignored: t(
    'This message was ignored because it is not a payment for an order. You can still record it as a payment.',
  ),
} as const satisfies Record<AlertRow['outcome'], string>

interface AlertActionsProps {
  readonly alert: AlertRow
  readonly act: string | undefined
  readonly onConflict: () => void
}

/** Records a payment from the parsed message, or dismisses the message. */
function AlertActions({ alert, act, onConflict }: AlertActionsProps) {
  const { found, id, outcome } = alert
  const [isOpen, setOpen] = useState(act === 'record')
  const action = useCaseForm(
    id,
    { onDone: () => setOpen(false), onConflict },
    {
      amount: found.amount === null ? '' : found.amount.toFixed(PAISE_DIGITS),
      utr: found.utr ?? '',
    },
  )
  const { amount, utr } = action.form.values
  const params = { alertId: id }
  if (isOpen)
    return (
      <CaseActionForm
        title={t('Record as a payment')}
        consequence={t(
          'The payment is recorded for the account whose phone forwarded this message, with the message and your name as evidence. If exactly one open order has this amount, that order is marked as paid.',
        )}
        label={t('Record payment')}
        busyLabel={t('Recording...')}
        action={action}
        check={() => messagesOf(creditAlert.body, { amount, utr })}
        send={() => callEndpoint(creditAlert, { params, body: { amount, utr } })}
        onCancel={() => setOpen(false)}
      >
        <TextInput
          label={t('Amount')}
          inputMode="decimal"
          autoComplete="off"
          leftSection="₹"
          maxLength={AMOUNT_CHARS_MAX}
          {...action.form.getInputProps('amount')}
        />
        <UtrField action={action} label={t('UTR, as the message or your account shows it')} />
      </CaseActionForm>
    )
  return (
    <DetailSection title={t('What to do')}>
      <Group gap="xs">
        <Button onClick={() => setOpen(true)}>{t('Record as a payment')}</Button>
        {outcome !== 'ignored' && (
          <Button
            variant="default"
            disabled={action.isBusy}
            onClick={() => action.send(() => callEndpoint(dismissAlert, { params }))}
          >
            {action.isBusy ? t('Dismissing...') : t('Dismiss')}
          </Button>
        )}
      </Group>
    </DetailSection>
  )
}
