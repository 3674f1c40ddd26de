import { Drawer } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { type Opener, useRestoreFocus } from './restore-focus.ts'

interface SideDrawerProps {
  readonly opened: boolean
  readonly title: ReactNode
  readonly closeLabel: string
  readonly size: number
  /** See useRestoreFocus. */
  readonly opener: Opener
  readonly onClose: () => void
  readonly children: ReactNode
}

const STYLES = {
  header: {
    minHeight: 60,
    padding: '10px 16px 10px clamp(16px, 5vw, 24px)',
    borderBottom: '1px solid var(--galla-line)',
  },
  title: { flex: 1, fontSize: 16 },
}

/** The base of every drawer, which slides in from the right. Closing returns the focus to the opener. */
export function SideDrawer(props: SideDrawerProps) {
  const { opened, title, closeLabel, size, opener, onClose, children } = props
  const root = useRef<HTMLDivElement>(null)
  useRestoreFocus(opened, root, opener)
  return (
    <Drawer
      ref={root}
      opened={opened}
      onClose={onClose}
      // Mantine's focus return does not work for a drawer that mounts open.
      returnFocus={false}
      position="right"
      size={size}
      title={title}
      padding={0}
      styles={STYLES}
      closeButtonProps={{ 'aria-label': closeLabel, size: 36 }}
    >
      {children}
    </Drawer>
  )
}
