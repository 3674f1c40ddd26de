import { type UseFormReturnType, useForm } from '@mantine/form'
import {
  type FormEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useSession } from '../../session/session.tsx'
import { type FailureTexts, failureMessage } from '../feedback/failure-message.ts'
import { toastFailure } from '../feedback/toast.tsx'
import { useEarlyInput } from './early-input.ts'
import { type FieldMessages, isShownAtField, messagesFrom } from './form-errors.ts'
import { draftOwner, dropDraft, hasDraft, storeDraft, storedDraft, VISITOR } from './stored-draft.ts'

/** Where the values survive a failed save, a closed dialog, an expired session and a reload. */
interface FormDraft<Values> {
  readonly name: string
  /** On a public page; elsewhere, it is the user's. */
  readonly owner?: typeof VISITOR
  /** Returns what may be stored, which is never a password. By default everything is. */
  readonly keep?: (values: Values) => Partial<Values>
  /** Leaving the form (Cancel, another page) deletes the draft; a reload does not. */
  readonly untilLeft?: true
  /** Starts with the initial values, whatever is stored. */
  readonly startsNew?: boolean
}

type OwnedDraft<Values> = Omit<FormDraft<Values>, 'owner'> & { readonly owner: string }

interface CheckedFormInput<Values> {
  readonly initialValues: Values
  readonly validate?: (values: Values) => FieldMessages
  readonly draft?: FormDraft<Values>
  /** Takes what was typed into prerendered HTML, which cannot contain the draft either. */
  readonly isPrerendered?: true
}

export interface CheckedForm<Values extends object> {
  readonly form: UseFormReturnType<Values>
  readonly element: RefObject<HTMLFormElement | null>
  /** Calls `send` with the values once all of them are valid. */
  readonly whenValid: (
    send: (values: Values) => void,
    validate?: (values: Values) => FieldMessages,
  ) => (event?: FormEvent) => void
  /** Props for the `<form>` element. */
  readonly formProps: (
    send: (values: Values) => void,
    validate?: (values: Values) => FieldMessages,
  ) => {
    readonly ref: RefObject<HTMLFormElement | null>
    readonly noValidate: true
    readonly onSubmit: (event?: FormEvent) => void
  }
  readonly showErrors: (messages: FieldMessages) => void
  /** Shows a refusal at its fields, or as a toast when it names none. */
  readonly showFailure: (error: unknown, failure: FailureTexts) => void
  /** Deletes the draft and shows these values instead, if there are any. */
  readonly clear: (values?: Values) => void
}

const nothingWrong = (): FieldMessages => ({})

/** A form that keeps a draft, and focuses its first invalid field, whether the form or the server rejected it. */
export function useCheckedForm<Values extends object>(input: CheckedFormInput<Values>): CheckedForm<Values> {
  const { validate: always = nothingWrong, isPrerendered = false } = input
  const { user } = useSession()
  const draft = input.draft && { owner: user === undefined ? VISITOR : draftOwner(user), ...input.draft }
  const element = useRef<HTMLFormElement>(null)
  const [initialValues] = useState(() =>
    draft === undefined || draft.startsNew || isPrerendered
      ? input.initialValues
      : restored(input.initialValues, draft),
  )
  const form = useForm<Values>({
    initialValues,
    onValuesChange: (values) => draft && storeDraft(draft.name, draft.owner, { ...kept(values, draft) }),
    enhanceGetInputProps: ({ field }) => ({ name: field }),
  })
  const { setValues } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the form mounts
  useLayoutEffect(() => {
    if (isPrerendered && draft !== undefined) restoreLater(form, draft)
  }, [])
  useEarlyInput(form, isPrerendered)
  const { name, owner, untilLeft = false } = draft ?? {}
  const drop = useCallback(() => {
    if (name !== undefined && owner !== undefined) dropDraft(name, owner)
  }, [name, owner])
  useEffect(() => (untilLeft ? drop : undefined), [untilLeft, drop])

  const showErrors = (messages: FieldMessages): void => {
    const first = firstOfEach(messages)
    form.setErrors(first)
    focusFirst(element.current, first)
  }
  const whenValid: CheckedForm<Values>['whenValid'] =
    (send, validate = always) =>
    (event) => {
      event?.preventDefault()
      const values = form.getValues()
      const messages = validate(values)
      showErrors(messages)
      if (Object.keys(messages).length === 0) send(values)
    }
  return {
    form,
    element,
    whenValid,
    formProps: (...given) => ({ ref: element, noValidate: true, onSubmit: whenValid(...given) }),
    showErrors,
    showFailure: (error, failure) => {
      const messages = messagesFrom(error)
      showErrors(messages)
      const message = failureMessage(error, failure)
      if (!isShownAtField(message, messages)) toastFailure(message)
    },
    clear: useCallback(
      (values) => {
        if (values !== undefined) setValues(values)
        drop()
      },
      [setValues, drop],
    ),
  }
}

const kept = <Values>(values: Values, { keep = (all) => all }: OwnedDraft<Values>): Partial<Values> =>
  keep(values)

const restored = <Values extends object>(values: Values, draft: OwnedDraft<Values>): Values => ({
  ...values,
  ...storedDraft(draft.name, draft.owner, kept(values, draft)),
})

/** After hydration. The focused field is not restored: the visitor is about to type there. */
function restoreLater<Values extends object>(
  form: UseFormReturnType<Values>,
  draft: OwnedDraft<Values>,
): void {
  if (!hasDraft(draft.name, draft.owner)) return
  const { activeElement: field } = document
  const entered =
    field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.name : undefined
  const values = Object.entries(storedDraft(draft.name, draft.owner, kept(form.getValues(), draft)))
  form.setValues(Object.fromEntries(values.filter(([name]) => name !== entered)) as Partial<Values>)
}

/** Reports an error of one array entry at the field of the whole array. */
const firstOfEach = (messages: FieldMessages): FieldMessages =>
  Object.fromEntries(Object.entries(messages).map(([field, msg]) => [field.split('.')[0] ?? field, msg]))

/** Focuses the first field with a message, in the order of the screen. */
function focusFirst(form: HTMLFormElement | null, messages: FieldMessages): void {
  const fields = [...(form?.querySelectorAll<HTMLElement>('[name]') ?? [])]
  fields.find((field) => (field.getAttribute('name') ?? '') in messages)?.focus()
}
