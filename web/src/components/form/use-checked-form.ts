import { type UseFormInput, useForm } from '@mantine/form'
import type { FailureTexts } from '../feedback/failure-message.ts'
import { type FieldMessages, useFirstWrongField } from './form-errors.ts'

type CheckedFormInput<Values> = UseFormInput<Values> & {
  readonly validate: (values: Values) => FieldMessages
}

/** A form that focuses its first invalid field, whether the form or the server rejected it. */
export function useCheckedForm<Values extends object>(input: CheckedFormInput<Values>) {
  const { form: element, focusFirst, showFailure } = useFirstWrongField()
  const form = useForm<Values>({ ...input, enhanceGetInputProps: ({ field }) => ({ name: field }) })
  const whenValid = (send: (values: Values) => void) =>
    form.onSubmit(send, (errors) => focusFirst(errors as FieldMessages))
  return {
    form,
    element,
    /** Calls `send` with the values once all of them are valid. */
    whenValid,
    /** Props for the `<form>` element. */
    formProps: (send: (values: Values) => void) => ({
      ref: element,
      noValidate: true,
      onSubmit: whenValid(send),
    }),
    showErrors: (messages: FieldMessages) => {
      form.setErrors(messages)
      focusFirst(messages)
    },
    showFailure: (error: unknown, failure: FailureTexts) => showFailure(error, failure, form.setErrors),
  }
}
