import { IconAlertTriangle } from 'virtual:icons'
import { changePlan, type OperatorOffer, planChange } from '@galla/contract/operator/operator-plans'
import { CYCLE_LABELS, planTitle } from '@galla/contract/subscriptions/plans'
import { parseRupees } from '@galla/upi/rupees'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { callEndpoint, codeOf } from '../../api/api.ts'
import { Notice } from '../../components/feedback/notice.tsx'
import { toastSuccess } from '../../components/feedback/toast.tsx'
import { DialogForm } from '../../components/form/dialog-form.tsx'
import type { FieldMessages } from '../../components/form/form-errors.ts'
import { type Draft, useDialogDraft } from '../../components/form/use-draft.ts'
import { Dialog } from '../../components/overlay/dialog.tsx'
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

/** Returns plain digits as a number. Other text stays text, so that validation names the field. */
const wholeNumber = (text: string): number | string => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : text)

const bodyOf = (
  { planName, billingCycle, validFrom }: OperatorOffer,
  { price, qrRequests }: { readonly price: string; readonly qrRequests: string },
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
  const draft = useDialogDraft(`price.${planName}.${billingCycle}`, {
    price: String(offer.price),
    qrRequests: String(offer.qrRequests),
  })
  const body = bodyOf(offer, draft.values)
  const typed = parseRupees(body.price)
  const contradiction = typed === undefined ? undefined : savingContradictionText(offer, typed, offers)
  const name = `${planTitle(planName)}, ${CYCLE_LABELS[billingCycle].label}`
  return (
    <Dialog title={`Change ${name}`} onClose={onClose}>
      <DialogForm
        schema={planChange}
        body={body}
        send={() =>
          callEndpoint(changePlan, { body }).catch((error: unknown) => {
            setOutdated(isOutdated(error))
            throw error
          })
        }
        onSent={({ msg }) => {
          toastSuccess(msg)
          onClose()
        }}
        failure="The price could not be saved"
        fieldOf={(error) => (isOutdated(error) ? 'price' : undefined)}
        queryKey={queryKeys.operator.all}
        action="Save price"
        busyLabel="Saving..."
        onCancel={onClose}
      >
        {(errors) => (
          <>
            <PriceFields draft={draft} errors={errors} />
            {offer !== opened && (
              <Notice tone="pending" Icon={IconAlertTriangle} role="status">
                The current price is {displayAmount(offer.price)} for {displayCount(offer.qrRequests)} QR
                requests. If you save, yours replaces it.
              </Notice>
            )}
            {contradiction !== undefined && (
              <Notice tone="pending" Icon={IconAlertTriangle} role="status">
                {contradiction}
              </Notice>
            )}
          </>
        )}
      </DialogForm>
    </Dialog>
  )
}

interface PriceFieldsProps {
  readonly draft: Draft<{ price: string; qrRequests: string }>
  readonly errors: FieldMessages
}

function PriceFields({ draft: { field }, errors }: PriceFieldsProps) {
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
        {...field('price', errors)}
        data-autofocus
      />
      <TextInput
        label="QR requests"
        inputMode="numeric"
        autoComplete="off"
        {...field('qrRequests', errors)}
      />
    </>
  )
}
