import { type UseFormInput, useForm } from '@mantine/form'
import type { FailureTexts } from '../feedback/failure-message.ts'
import { type FieldMessages, useFirstWrongField } from './form-errors.ts'

type CheckedFormInput<Values> = UseFormInput<Values> & {
  readonly validate: (values: Values) => FieldMessages
}

/** A form whose fields carry their names: the first wrong one gets the focus, whether the form refused it or the server. */
export function useCheckedForm<Values extends object>(input: CheckedFormInput<Values>) {
  const { form: element, focusFirst, showFailure } = useFirstWrongField()
  const form = useForm<Values>({ ...input, enhanceGetInputProps: ({ field }) => ({ name: field }) })
  const whenValid = (send: (values: Values) => void) =>
    form.onSubmit(send, (errors) => focusFirst(errors as FieldMessages))
  return {
    form,
    element,
    /** Calls `send` with what was typed, once nothing is wrong with it. */
    whenValid,
    /** Of the `<form>`. */
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
