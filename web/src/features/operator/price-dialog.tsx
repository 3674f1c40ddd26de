import { IconAlertTriangle } from 'virtual:icons'
import { changePlan, type OperatorOffer, planChange } from '@galla/contract/operator/operator-plans'
import { CYCLE_LABELS, planTitle } from '@galla/contract/subscriptions/plans'
import { parseRupees } from '@galla/upi/rupees'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { callEndpoint } from '../../api/api.ts'
import { Notice } from '../../components/feedback/notice.tsx'
import { ActionButton } from '../../components/form/action-button.tsx'
import { messagesFrom, messagesOf } from '../../components/form/form-errors.ts'
import { dropDraft, storeDraft, storedDraft } from '../../components/form/stored-draft.ts'
import { useCheckedForm } from '../../components/form/use-checked-form.ts'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { useUser } from '../../session/session.tsx'
import { contradictionWords } from './plan-offers.ts'
import { useOperatorAction } from './use-operator-action.ts'

interface PriceDialogProps {
  readonly offer: OperatorOffer
  readonly offers: readonly OperatorOffer[]
  readonly onClose: () => void
}

/** Plain digits, as a number of whole requests; what is no number stays text and is refused by name. */
const wholeNumber = (text: string): number | string => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : text)

/** The price's form with its draft and its call. */
function usePriceForm({ offer, onClose }: Omit<PriceDialogProps, 'offers'>) {
  const { planName, billingCycle } = offer
  const { id: userId } = useUser()
  const draft = `price.${planName}.${billingCycle}`
  const [initialValues] = useState(() =>
    storedDraft(draft, userId, { price: String(offer.price), qrRequests: String(offer.qrRequests) }),
  )
  const bodyOf = ({ price, qrRequests }: { price: string; qrRequests: string }) => ({
    planName,
    billingCycle,
    price: price.trim().replaceAll(',', ''),
    qrRequests: wholeNumber(qrRequests.replaceAll(',', '')) as number,
    replaces: offer.validFrom,
  })
  const { form, formProps, showErrors } = useCheckedForm({
    initialValues,
    validate: (values) => messagesOf(planChange, bodyOf(values)),
    onValuesChange: (values) => storeDraft(draft, userId, values),
  })
  // Closing it on purpose ends the draft; a reload and an ended session do not run this.
  useEffect(() => () => dropDraft(draft, userId), [draft, userId])
  const save = useOperatorAction({
    act: (values: { price: string; qrRequests: string }) =>
      callEndpoint(changePlan, { body: bodyOf(values) }),
    failed: 'The price could not be saved',
    onDone: onClose,
    onFailed: (error) => {
      const messages = messagesFrom(error)
      showErrors(messages)
      return Object.keys(messages).length > 0
    },
  })
  const typed = parseRupees(bodyOf(form.values).price)
  return { form, formProps: formProps((values) => save.mutate(values)), save, typed }
}

export function PriceDialog({ offer, offers, onClose }: PriceDialogProps) {
  const { form, formProps, save, typed } = usePriceForm({ offer, onClose })
  const contradiction = typed === undefined ? undefined : contradictionWords(offer, typed, offers)
  const name = `${planTitle(offer.planName)}, ${CYCLE_LABELS[offer.billingCycle].label}`
  return (
    <Dialog title={`Change ${name}`} onClose={onClose}>
      <form {...formProps}>
        <Stack gap="md">
          <p className="muted">
            Holds from now on. What was bought, and what is just being paid, stays as it is.
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
          {contradiction !== undefined && (
            <Notice tone="pending" Icon={IconAlertTriangle} role="status">
              {contradiction}
            </Notice>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <ActionButton type="submit" busy={save.isPending} busyLabel="Saving...">
              Save price
            </ActionButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
