import { Modal, type ModalProps } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { t } from '../../locales/translate.ts'
import { type Opener, useRestoreFocus } from './restore-focus.ts'

interface DialogProps {
  /** Defaults to true, for a dialog that is mounted only while it is open. */
  readonly opened?: boolean
  readonly title: string
  readonly children: ReactNode
  readonly size?: NonNullable<ModalProps['size']>
  /** See useRestoreFocus. */
  readonly opener?: Opener | undefined
  readonly onClose: () => void
}

/** The base of every dialog of the dashboard. Closing returns the focus to the opener. */
export function Dialog({ opened = true, title, children, size = 'md', opener, onClose }: DialogProps) {
  const root = useRef<HTMLDivElement>(null)
  useRestoreFocus(opened, root, opener)
  return (
    <Modal
      ref={root}
      opened={opened}
      onClose={onClose}
      // Mantine's focus return does not work for a dialog that mounts open.
      returnFocus={false}
      title={<strong>{title}</strong>}
      closeButtonProps={{ 'aria-label': t('Close') }}
      centered
      radius="lg"
      padding="lg"
      size={size}
    >
      {children}
    </Modal>
  )
}
