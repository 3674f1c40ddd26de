import { Button, type ButtonProps, Loader } from '@mantine/core'
import type { ComponentPropsWithoutRef, Ref } from 'react'
import { useInBrowser } from '../../api/in-browser.ts'

interface ActionButtonProps extends ButtonProps, Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> {
  readonly busy: boolean
  /** What the button says while it works: "Saving...". */
  readonly busyLabel: string
  readonly ref?: Ref<HTMLButtonElement>
}

/** A button that says what it is doing and can't be pressed twice. */
export function ActionButton({
  busy,
  busyLabel,
  children,
  disabled,
  leftSection,
  ...rest
}: ActionButtonProps) {
  // Before the app is there a form would be sent by the browser, with what was typed in its address.
  const waiting = useInBrowser(() => false, true)
  return (
    <Button
      {...rest}
      {...(waiting ? { 'data-waiting': true } : {})}
      disabled={busy || waiting || disabled === true}
      aria-busy={busy}
      leftSection={busy ? <Loader size={16} color="var(--galla-muted)" aria-hidden /> : leftSection}
    >
      {busy ? busyLabel : children}
    </Button>
  )
}
