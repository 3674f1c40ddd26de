import { IconAlertTriangle } from 'virtual:icons'
import { changePlan, type OperatorOffer, planChange } from '@galla/contract/operator/operator-plans'
import { CYCLE_LABELS, planTitle } from '@galla/contract/subscriptions/plans'
import { parseRupees } from '@galla/upi/rupees'
import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { callEndpoint, codeOf } from '../../api/api.ts'
import { Notice } from '../../components/feedback/notice.tsx'
import { messagesOf } from '../../components/form/form-errors.ts'
import { useCheckedForm } from '../../components/form/use-checked-form.ts'
import { FormDialog } from '../../components/overlay/form-dialog.tsx'
import { displayAmount, displayCount } from '../../format/indian-display.ts'
import { queryKeys } from '../../query-keys.ts'
import { savingContradictionText } from './plan-offers.ts'

interface PriceDialogProps {
  /** The offer as it was when the dialog opened. */
  readonly offer: OperatorOffer
  /** The newest offers. */
  readonly offers: readonly OperatorOffer[]
  readonly onClose: () => void
}

type PriceFields = { readonly price: string; readonly qrRequests: string }

/** Returns plain digits as a number. Other text stays text, so that validation names the field. */
const wholeNumber = (text: string): number | string => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : text)

const bodyOf = (
  { planName, billingCycle, validFrom }: OperatorOffer,
  { price, qrRequests }: PriceFields,
) => ({
  planName,
  billingCycle,
  price: price.trim().replaceAll(',', ''),
  qrRequests: wholeNumber(qrRequests.replaceAll(',', '')) as number,
  replaces: validFrom,
})

const isOutdated = (error: unknown): boolean => codeOf(error) === 'plan_changed'

export function PriceDialog({ offer: opened, offers, onClose }: PriceDialogProps) {
  const { planName, billingCycle } = opened
  const [outdated, setOutdated] = useState(false)
  const newest =
    offers.find((each) => each.planName === planName && each.billingCycle === billingCycle) ?? opened
  // Saving replaces the offer that the operator has seen; the newest offer applies once the notice below shows it.
  const offer = outdated ? newest : opened
  const checked = useCheckedForm<PriceFields>({
    initialValues: { price: String(offer.price), qrRequests: String(offer.qrRequests) },
    validate: (fields) => messagesOf(planChange, bodyOf(offer, fields)),
    draft: { name: `price.${planName}.${billingCycle}`, untilLeft: true },
  })
  const typed = parseRupees(bodyOf(offer, checked.form.values).price)
  const contradiction = typed === undefined ? undefined : savingContradictionText(offer, typed, offers)
  const name = `${planTitle(planName)}, ${CYCLE_LABELS[billingCycle].label}`
  return (
    <FormDialog
      title={`Change ${name}`}
      checked={checked}
      send={(fields) =>
        callEndpoint(changePlan, { body: bodyOf(offer, fields) }).catch((error: unknown) => {
          setOutdated(isOutdated(error))
          throw error
        })
      }
      failure="The price could not be saved"
      fieldOf={(error) => (isOutdated(error) ? 'price' : undefined)}
      queryKey={queryKeys.operator.all}
      action="Save price"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <PriceFieldset form={checked.form} />
      {offer !== opened && (
        <Notice tone="pending" Icon={IconAlertTriangle} role="status">
          The current price is {displayAmount(offer.price)} for {displayCount(offer.qrRequests)} QR requests.
          If you save, yours replaces it.
        </Notice>
      )}
      {contradiction !== undefined && (
        <Notice tone="pending" Icon={IconAlertTriangle} role="status">
          {contradiction}
        </Notice>
      )}
    </FormDialog>
  )
}

function PriceFieldset({ form }: { form: UseFormReturnType<PriceFields> }) {
  return (
    <>
      <p className="muted">
        Applies to new purchases. Existing subscriptions and payments in progress do not change.
      </p>
      <TextInput
        label="Price in rupees"
        inputMode="decimal"
        autoComplete="off"
        leftSection="₹"
        {...form.getInputProps('price')}
        data-autofocus
      />
      <TextInput
        label="QR requests"
        inputMode="numeric"
        autoComplete="off"
        {...form.getInputProps('qrRequests')}
      />
    </>
  )
}
