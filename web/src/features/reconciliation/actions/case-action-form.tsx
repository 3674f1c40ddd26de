import { IconInfoCircle } from 'virtual:icons'
import { MAX_LENGTH } from '@galla/contract/field-lengths'
import { Button, Group, Stack, Textarea } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { ActionButton } from '../../../components/feedback/action-button.tsx'
import { Notice } from '../../../components/feedback/notice.tsx'
import type { FieldMessages } from '../../../components/form/form-errors.ts'
import { UtrInput } from '../../../components/form/utr-input.tsx'
import detail from '../../../components/layout/detail.module.css'
import { t } from '../../../locales/translate.ts'
import type { CaseForm } from './use-case-action.ts'

interface CaseActionFormProps {
  readonly title: string
  /** Explains what the action will do. */
  readonly consequence: ReactNode
  readonly label: string
  readonly busyLabel: string
  readonly action: CaseForm
  /** Returns messages for missing input; the form is sent when there are none. */
  readonly check?: () => FieldMessages
  readonly send: () => Promise<{ readonly msg: string }>
  readonly onCancel: () => void
  readonly children: ReactNode
}

/** Confirms an action on a case. */
export function CaseActionForm(props: CaseActionFormProps) {
  const { title, consequence, label, busyLabel, action, check, send, onCancel, children } = props
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={detail.section} aria-labelledby={id}>
      <h3 id={id} ref={heading} tabIndex={-1} className={detail.heading}>
        {title}
      </h3>
      <form {...action.formProps(() => action.send(send), check)}>
        <Stack gap="md">
          {children}
          <Notice tone="created" Icon={IconInfoCircle} fw={500}>
            {consequence}
          </Notice>
          <Group gap="xs">
            <ActionButton type="submit" busy={action.isBusy} busyLabel={busyLabel}>
              {label}
            </ActionButton>
            <Button variant="default" disabled={action.isBusy} onClick={onCancel}>
              {t('Cancel')}
            </Button>
          </Group>
        </Stack>
      </form>
    </section>
  )
}

interface FieldProps {
  readonly action: CaseForm
  readonly label: string
}

export function NoteField({ action, label }: FieldProps) {
  return (
    <Textarea label={label} rows={2} maxLength={MAX_LENGTH.note} {...action.form.getInputProps('note')} />
  )
}

/** `field` is the name of the draft's field. */
export function UtrField({ action, label, field = 'utr' }: FieldProps & { field?: 'utr' | 'refundUtr' }) {
  return (
    <UtrInput
      label={label}
      value={action.form.values[field]}
      error={action.errors.utr}
      onChange={(event) => {
        action.form.setFieldValue(field, event.currentTarget.value.replace(/[^0-9A-Za-z]/g, ''))
        action.form.clearFieldError('utr')
      }}
    />
  )
}

const UTR = /^([0-9]{12}|[A-Za-z0-9]{16,22})$/

/** The contract's message for a UTR, shown before the form is sent. */
export const utrMessage = (utr: string): FieldMessages =>
  UTR.test(utr)
    ? {}
    : { utr: t('Please enter the UTR: 12 digits, or the 16 to 22 letters and digits of a bank transfer') }
