import { generatePaymentLink } from '@galla/contract/orders'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callEndpoint } from '../../api.ts'
import { deviceTimeMs } from '../../clock.ts'
import { failureMessage } from '../../failure-message.ts'
import { isSaidUnderField, messagesFrom, useFirstWrongField } from '../../form-errors.ts'
import { dropDraft, keepDraft, keptDraft } from '../../kept-draft.ts'
import { PageTitle } from '../../parts/page-title.tsx'
import { Panel } from '../../parts/panel.tsx'
import { fullUrl, paths } from '../../paths.ts'
import { useUser } from '../../session.tsx'
import { toastFailure, toastSuccess } from '../../toast.tsx'
import { GeneratedLink } from './generated-link.tsx'
import { PaymentLinkFieldset } from './payment-link-fieldset.tsx'
import {
  emptyFields,
  type PaymentLinkFields,
  paymentLinkBody,
  paymentLinkMessages,
} from './payment-link-form.ts'
import css from './payment-link-page.module.css'

const WORDS = {
  failed: 'Failed to generate payment link',
  unreachable: 'Something went wrong while generating payment link',
}
const DRAFT = 'payment-link'

const startFields = (): PaymentLinkFields => emptyFields(deviceTimeMs(), fullUrl(paths.orders))

export function PaymentLinkPage() {
  const { id: userId } = useUser()
  const queryClient = useQueryClient()
  const [initialValues] = useState(() => keptDraft(DRAFT, userId, startFields()))
  const { form: element, focusFirst } = useFirstWrongField()
  const form = useForm<PaymentLinkFields>({
    initialValues,
    validate: paymentLinkMessages,
    onValuesChange: (values) => keepDraft(DRAFT, userId, values),
  })
  const generate = useMutation({
    mutationFn: (fields: PaymentLinkFields) =>
      callEndpoint(generatePaymentLink, { body: paymentLinkBody(fields) }),
    onSuccess: ({ msg }) => {
      dropDraft(DRAFT, userId)
      toastSuccess(msg || 'Payment link generated')
      void queryClient.invalidateQueries({ queryKey: ['orders'] })
    },
    onError: (error) => {
      const messages = messagesFrom(error)
      form.setErrors(messages)
      focusFirst(messages)
      const message = failureMessage(error, WORDS)
      if (!isSaidUnderField(message, messages)) toastFailure(message)
    },
  })
  const reset = () => {
    form.setValues(startFields())
    form.clearErrors()
    generate.reset()
    dropDraft(DRAFT, userId)
  }
  return (
    <>
      <PageTitle title="Payment Link" line="Ask one customer for one payment; share the link as you like." />
      <div className={css.columns}>
        <Panel>
          <form
            ref={element}
            noValidate
            onSubmit={form.onSubmit(
              (fields) => generate.mutate(fields),
              focusFirst as (errors: object) => void,
            )}
          >
            <PaymentLinkFieldset form={form} busy={generate.isPending} onReset={reset} />
          </form>
        </Panel>
        <GeneratedLink link={generate.data?.data} />
      </div>
    </>
  )
}
