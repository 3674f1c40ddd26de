import { Button, type ButtonProps, Loader } from '@mantine/core'
import type { ComponentPropsWithoutRef, Ref } from 'react'
import { useInBrowser } from '../../browser/in-browser.ts'

interface ActionButtonProps extends ButtonProps, Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> {
  readonly busy: boolean
  /** The label while the action runs: "Saving...". */
  readonly busyLabel: string
  readonly ref?: Ref<HTMLButtonElement>
}

/** A button that shows its progress and cannot be pressed twice. */
export function ActionButton({
  busy,
  busyLabel,
  children,
  disabled,
  leftSection,
  ...rest
}: ActionButtonProps) {
  // Before hydration the browser itself would submit the form, with the typed values in the address.
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
