import { Drawer, type DrawerProps } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { type Opener, useRestoreFocus } from './restore-focus.ts'

interface SideDrawerProps {
  readonly opened: boolean
  readonly title: ReactNode
  readonly closeLabel: string
  readonly size: number
  /** The look of its parts; without one it is the library's. */
  readonly classNames?: { header?: string; body?: string; title?: string }
  /** See useRestoreFocus. */
  readonly opener: Opener
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Every drawer, sliding in from the right: like a dialog it gives the focus back to where it came from. */
export function SideDrawer(props: SideDrawerProps) {
  const { opened, title, closeLabel, size, classNames, opener, onClose, children } = props
  const root = useRef<HTMLDivElement>(null)
  useRestoreFocus(opened, root, opener)
  const look: Partial<DrawerProps> = classNames === undefined ? {} : { classNames, padding: 0 }
  return (
    <Drawer
      ref={root}
      opened={opened}
      onClose={onClose}
      // Its own way knows no opener of what came into being open.
      returnFocus={false}
      position="right"
      size={size}
      title={title}
      {...look}
      closeButtonProps={{ 'aria-label': closeLabel, size: 36 }}
    >
      {children}
    </Drawer>
  )
}
