import { Modal, type ModalProps } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { t } from '../../locales/translate.ts'
import { type Opener, useRestoreFocus } from './restore-focus.ts'

interface DialogProps {
  /** True by default, for a dialog that is rendered only while it is open. */
  readonly opened?: boolean
  readonly title: string
  readonly children: ReactNode
  readonly size?: NonNullable<ModalProps['size']>
  /** See useRestoreFocus. */
  readonly opener?: Opener | undefined
  readonly onClose: () => void
}

/** Every dialog of the dashboard: one look, and the focus goes back to where it came from. */
export function Dialog({ opened = true, title, children, size = 'md', opener, onClose }: DialogProps) {
  const root = useRef<HTMLDivElement>(null)
  useRestoreFocus(opened, root, opener)
  return (
    <Modal
      ref={root}
      opened={opened}
      onClose={onClose}
      // Its own way knows no opener of what came into being open.
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
