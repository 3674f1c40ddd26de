import { generatePaymentLink } from '@galla/contract/orders/orders'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { CallFailure, callEndpoint } from '../../api/api.ts'
import { toastSuccess } from '../../components/feedback/toast.tsx'
import { useCheckedForm } from '../../components/form/use-checked-form.ts'
import { deviceTimeMs } from '../../format/clock.ts'
import { t } from '../../locales/translate.ts'
import { fullUrl, paths } from '../../paths.ts'
import { queryKeys } from '../../query-keys.ts'
import {
  emptyFields,
  isSameForm,
  newTransactionId,
  type PaymentLinkFields,
  paymentLinkBody,
  paymentLinkMessages,
} from './payment-link-form.ts'

const FAILURE = {
  failed: t('Failed to generate payment link'),
  unreachable: t('Something went wrong while generating payment link'),
}

export interface MadeLink {
  readonly url: string
  /** Unknown for a link from an earlier submission. */
  readonly expiresAt: string | undefined
  /** The payable amount in rupees; unknown for a link from an earlier submission. */
  readonly payable: number | undefined
  readonly fields: PaymentLinkFields
}

const startFields = (): PaymentLinkFields => emptyFields(deviceTimeMs(), fullUrl(paths.orders))

/** Submitting the same form twice (after a lost reply or a double press) is one order: the refusal contains the existing link. */
async function makeLink(fields: PaymentLinkFields): Promise<{ msg: string; made: MadeLink }> {
  try {
    const { msg, data } = await callEndpoint(generatePaymentLink, { body: paymentLinkBody(fields) })
    return {
      msg: msg || t('Payment link generated'),
      made: { url: data.payment_url, expiresAt: data.expires_at, payable: Number(data.amount), fields },
    }
  } catch (error) {
    const url = error instanceof CallFailure ? error.reply.payment_url : undefined
    if (typeof url !== 'string') throw error
    return {
      msg: t('This payment link already exists'),
      made: { url, expiresAt: undefined, payable: undefined, fields },
    }
  }
}

export function usePaymentLink() {
  const queryClient = useQueryClient()
  const [initialValues] = useState(startFields)
  const { form, element, formProps, showFailure, clear } = useCheckedForm<PaymentLinkFields>({
    initialValues,
    validate: paymentLinkMessages,
    draft: { name: 'payment-link' },
  })
  const generate = useMutation({
    mutationFn: makeLink,
    onSuccess: ({ msg }) => {
      clear()
      toastSuccess(msg)
      void queryClient.invalidateQueries({ queryKey: queryKeys.orders.all })
    },
    onError: (error) => showFailure(error, FAILURE),
  })
  const made = generate.data?.made

  // A used transaction ID belongs to its order, so further editing generates a new one.
  const { values, setFieldValue } = form
  useEffect(() => {
    if (made === undefined || values.client_txn_id !== made.fields.client_txn_id) return
    if (!isSameForm(values, made.fields)) setFieldValue('client_txn_id', newTransactionId(deviceTimeMs()))
  }, [made, values, setFieldValue])

  const reset = () => {
    clear(startFields())
    form.clearErrors()
  }
  return {
    form,
    busy: generate.isPending,
    formProps: formProps((fields) => generate.mutate(fields)),
    reset,
    made,
    needsPlan: generate.error instanceof CallFailure && generate.error.status === 402,
    another: () => {
      reset()
      generate.reset()
      element.current?.querySelector<HTMLElement>('[name="amount"]')?.focus()
    },
  }
}
