import type { Icon } from 'virtual:icons'
import { Button, type ButtonProps } from '@mantine/core'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface RowButtonProps extends ButtonProps, Pick<ComponentProps<'button'>, 'onClick'> {
  readonly Icon: Icon
}

/** A subtle button beside a value. */
export function RowButton({ Icon, ...rest }: RowButtonProps) {
  return <Button variant="subtle" px="xs" leftSection={<Icon />} {...rest} />
}

interface ConfirmButtonProps extends Pick<RowButtonProps, 'Icon' | 'color'> {
  readonly label: string
  readonly title: string
  /** The label of the confirm button; `label` by default. */
  readonly action?: string
  readonly busyLabel: string
  readonly busy: boolean
  /** Runs the action; call `close` when it is done. */
  readonly onConfirm: (close: () => void) => void
  readonly children: ReactNode
}

/** A button that asks for confirmation. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, action = label, onConfirm, title, busyLabel, busy, children, ...button } = props
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  return (
    <>
      <RowButton {...button} onClick={() => setOpened(true)}>
        {label}
      </RowButton>
      <ConfirmDialog
        opened={opened}
        title={title}
        action={action}
        busyLabel={busyLabel}
        busy={busy}
        onConfirm={() => onConfirm(close)}
        onClose={close}
      >
        {children}
      </ConfirmDialog>
    </>
  )
}
