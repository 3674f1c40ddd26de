import type { Icon } from 'virtual:icons'
import { Menu } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Anchor, type Anchored } from './anchored.tsx'

export interface MenuAction {
  readonly label: string
  readonly Icon?: Icon
  readonly onAct: () => void
}

interface ActionMenuProps extends Anchored {
  /** Over the actions. */
  readonly title?: string
  readonly actions: readonly MenuAction[]
}

/** The menu of a button. Its code loads when it is first opened. */
export function ActionMenu({ id, button, opened, onClose, title, actions }: ActionMenuProps) {
  // Mantine gives the focus back only to what had it before an opening that it saw.
  const [isReady, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  return (
    <Menu
      id={id}
      opened={opened && isReady}
      onClose={onClose}
      position="bottom-end"
      width={240}
      shadow="md"
      radius="md"
      transitionProps={{ duration: 100 }}
      // Its placeholder element has no role, which a menu does not allow; the first entry gets the focus by the arrow keys.
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Anchor button={button} />
      </Menu.Target>
      <Menu.Dropdown>
        {title !== undefined && <Menu.Label>{title}</Menu.Label>}
        {actions.map(({ label, Icon, onAct }) => (
          <Menu.Item
            key={label}
            leftSection={Icon === undefined ? undefined : <Icon size={18} stroke={1.7} />}
            onClick={onAct}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
