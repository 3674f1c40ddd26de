import { IconEye, IconEyeOff } from 'virtual:icons'
import { ActionIcon, Box } from '@mantine/core'
import { useState } from 'react'
import { CopyIcon } from '../../../components/display/copy-button.tsx'

export const covered = (text: string): string => `${text.slice(0, 9)}${'•'.repeat(20)}`

interface Shown {
  readonly text: string
  readonly toggle: () => void
  readonly visible: boolean
}

/** Hides a secret from people who can see the screen. It can be copied while hidden. */
export function useSecret(secret: string, visibleAtFirst: boolean): Shown {
  const [visible, setVisible] = useState(visibleAtFirst)
  return { text: visible ? secret : covered(secret), visible, toggle: () => setVisible(!visible) }
}

export function SecretText({ shown }: { shown: Shown }) {
  return (
    <Box component="code" ff="monospace" fz="sm" className="breaks">
      {shown.text}
    </Box>
  )
}

export function SecretActions({ shown, secret, what }: { shown: Shown; secret: string; what: string }) {
  const Icon = shown.visible ? IconEyeOff : IconEye
  return (
    <>
      <ActionIcon
        aria-label={`${shown.visible ? 'Hide' : 'Show'} ${what}`}
        title={`${shown.visible ? 'Hide' : 'Show'} ${what}`}
        onClick={shown.toggle}
      >
        <Icon />
      </ActionIcon>
      <CopyIcon text={secret} what={what} />
    </>
  )
}
