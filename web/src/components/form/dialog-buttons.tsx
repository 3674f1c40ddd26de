import { Button, Group } from '@mantine/core'
import { t } from '../../locales/translate.ts'
import { ActionButton } from '../feedback/action-button.tsx'

interface DialogButtonsProps {
  readonly action: string
  readonly busyLabel: string
  readonly busy: boolean
  readonly tone?: 'failed' | 'accent'
  readonly disabled?: boolean
  /** Without it, the action submits the form around the buttons. */
  readonly onConfirm?: () => void
  readonly onCancel: () => void
  /** Puts the focus on Cancel when the dialog opens. */
  readonly cancelFocused?: boolean
}

/** The footer of a dialog: Cancel and the named action. */
export function DialogButtons(props: DialogButtonsProps) {
  const {
    action,
    busyLabel,
    busy,
    tone = 'accent',
    disabled = false,
    onConfirm,
    onCancel,
    cancelFocused,
  } = props
  return (
    <Group justify="flex-end" mt="lg" gap="xs">
      <Button variant="default" onClick={onCancel} data-autofocus={cancelFocused || undefined}>
        {t('Cancel')}
      </Button>
      <ActionButton
        type={onConfirm === undefined ? 'submit' : 'button'}
        color={tone}
        busy={busy}
        busyLabel={busyLabel}
        disabled={disabled}
        {...(onConfirm && { onClick: onConfirm })}
      >
        {action}
      </ActionButton>
    </Group>
  )
}
