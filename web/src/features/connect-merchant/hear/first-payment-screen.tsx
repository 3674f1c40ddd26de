import { IconEar } from 'virtual:icons'
import { confirmHeard } from '@galla/contract/bank-alerts/account-digits'
import type { AlertRow } from '@galla/contract/bank-alerts/alerts'
import type { MerchantAccount } from '@galla/contract/payment-accounts/accounts'
import { MAKES_QR } from '@galla/contract/payment-accounts/verification'
import { ignoreCredit } from '@galla/contract/reconciliation/credit-decisions'
import { payeeLink } from '@galla/upi/link'
import { paise, toRupeeNumber } from '@galla/upi/rupees'
import { parseVpa } from '@galla/upi/vpa'
import { Button, Group, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { callEndpoint } from '../../../api/api.ts'
import { QrFigure, QrPicture } from '../../../components/display/qr-picture.tsx'
import { saveQr } from '../../../components/display/qr-svg-file.ts'
import { ActionButton } from '../../../components/feedback/action-button.tsx'
import { failureMessage } from '../../../components/feedback/failure-message.ts'
import { Notice } from '../../../components/feedback/notice.tsx'
import { toastFailure } from '../../../components/feedback/toast.tsx'
import { useAction } from '../../../components/form/use-action.ts'
import { deviceTimeMs } from '../../../format/clock.ts'
import { displayAmount } from '../../../format/indian-display.ts'
import { t } from '../../../locales/translate.ts'
import { paths } from '../../../paths.ts'
import { queryKeys } from '../../../query-keys.ts'
import { useReceivedAlerts } from '../alerts/received-alerts-query.ts'
import { fieldsOf } from '../connect-fields.ts'
import { useConnect } from '../connect-form.tsx'
import { firstAmount, heardBy, type Way } from './ways.ts'

interface ScreenProps {
  readonly account: MerchantAccount
  readonly way: Way
}

/** Screen 4: someone pays, Galla hears it, and the merchant says that it was this payment. */
export function FirstPaymentScreen({ account, way }: ScreenProps) {
  const { merchantUpiId, merchantProvider, verification, uniqueAmounts, isHeard } = account
  const [amount] = useState(() =>
    paise(firstAmount(heardBy(way, { upiId: merchantUpiId, provider: merchantProvider }), deviceTimeMs())),
  )
  const { data: alerts = [] } = useReceivedAlerts(true)
  // A known message is recorded a moment after it is listed, and the merchant's word is about its payment.
  const heard = alerts.find(
    ({ found, outcome, creditId }) =>
      found.amount === toRupeeNumber(amount) && (outcome !== 'credit' || creditId !== null),
  )
  const confirm = useConfirm()
  const makesQr = verification !== null && MAKES_QR[verification.source]
  const isDone = confirm.isSuccess || (isHeard && heard === undefined)
  if (isDone && !uniqueAmounts && !makesQr) return <OwnAmounts account={account} />
  if (confirm.isSuccess) return <Done account={account} />
  return heard === undefined ? (
    <Listening account={account} amount={amount} />
  ) : (
    <Heard alert={heard} confirm={confirm} />
  )
}

type Confirm = ReturnType<typeof useConfirm>

/** The merchant's word on the heard message. Its payment is for no order, so it does not wait as a case. */
function useConfirm() {
  const queryClient = useQueryClient()
  return useAction({
    act: async ({ id, creditId }: AlertRow) => {
      const reply = await callEndpoint(confirmHeard, { params: { alertId: id } })
      if (creditId !== null)
        await callEndpoint(ignoreCredit, {
          params: { creditId },
          body: { note: t('The first payment') },
        }).catch(() => undefined)
      return reply
    },
    failed: t('Failed to save the answer'),
    refreshes: queryKeys.merchantAccount,
    onDone: () => void queryClient.invalidateQueries({ queryKey: queryKeys.sources }),
  })
}

function Listening({ account, amount }: { account: MerchantAccount; amount: ReturnType<typeof paise> }) {
  const payeeVpa = parseVpa(account.merchantUpiId)
  if (payeeVpa === undefined) return null
  const link = payeeLink({ payeeVpa, payeeName: account.merchantName, amount })
  const rupees = displayAmount(toRupeeNumber(amount))
  return (
    <Stack>
      <QrFigure picture={<QrPicture text={link} label={t('QR code for {rupees}', { rupees })} />}>
        {t('Ask someone else to pay {rupees} with this code.', { rupees })}
      </QrFigure>
      <Notice Icon={IconEar} role="status" title={t('Galla is listening...')} />
    </Stack>
  )
}

function Heard({ alert, confirm }: { alert: AlertRow; confirm: Confirm }) {
  const isKnown = alert.outcome === 'credit'
  const title = t('Heard: {rupees}', { rupees: displayAmount(alert.found.amount ?? 0) })
  return (
    <Stack align="flex-start">
      <Notice tone={isKnown ? 'success' : 'pending'} Icon={IconEar} role="status" title={title}>
        {alert.sender}
        {!isKnown && (
          <p>
            {t('Galla does not know these words yet. Payments like this wait for you in Reconciliation.')}
          </p>
        )}
      </Notice>
      {isKnown ? (
        <ActionButton
          busy={confirm.isPending}
          busyLabel={t('Saving...')}
          onClick={() => confirm.mutate(alert)}
        >
          {t('That was it')}
        </ActionButton>
      ) : (
        <Button component={Link} to={paths.reconciliation}>
          {t('Reconciliation')}
        </Button>
      )}
    </Stack>
  )
}

/** One sentence that the merchant accepts: from then on an amount alone proves its order. */
function OwnAmounts({ account }: { account: MerchantAccount }) {
  const accept = useConnect({
    onConnected: () => undefined,
    onFailed: (error) => toastFailure(failureMessage(error, t('Failed to save the setting'))),
  })
  return (
    <Stack align="flex-start">
      <p>
        {t(
          'Each order is lowered by 1 to 99 paise, so that its amount alone tells which one was paid: ₹499.00 becomes ₹498.63.',
        )}
      </p>
      <Group gap="xs">
        <ActionButton
          busy={accept.isPending}
          busyLabel={t('Saving...')}
          onClick={() => accept.mutate({ ...fieldsOf(account), uniqueAmounts: 'yes' })}
        >
          {t('I agree')}
        </ActionButton>
      </Group>
    </Stack>
  )
}

function Done({ account }: { account: MerchantAccount }) {
  const print = () => {
    const payeeVpa = parseVpa(account.merchantUpiId)
    if (payeeVpa === undefined) return
    saveQr(payeeLink({ payeeVpa, payeeName: account.merchantName }))
  }
  return (
    <Stack align="flex-start">
      <Notice tone="success" Icon={IconEar} role="status" title={t('Galla hears your payments')} />
      <Group gap="xs">
        <Button variant="default" onClick={print}>
          {t('Print my QR')}
        </Button>
        <Button component={Link} to={paths.counters}>
          {t('Open my counter')}
        </Button>
      </Group>
    </Stack>
  )
}
