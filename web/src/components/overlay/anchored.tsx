import { type Ref, type RefObject, useId, useImperativeHandle, useRef } from 'react'

/** What the button of a popover and the popover, whose code comes later, know of each other. */
export interface Anchored {
  readonly id: string
  readonly button: RefObject<HTMLButtonElement | null>
  readonly opened: boolean
  readonly onClose: () => void
}

/** The props of a button whose popover loads when it is first opened; `load` begins when the pointer or the focus reaches it. */
export function useAnchor(
  popup: 'dialog' | 'menu',
  [opened, setOpened]: readonly [boolean, (opened: boolean) => void],
  load: () => Promise<unknown>,
) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  // Without the code, opening tells what is wrong.
  const prepare = () => void load().catch(() => undefined)
  const anchored: Anchored = { id, button, opened, onClose: () => setOpened(false) }
  const buttonProps = {
    ref: button,
    // As Mantine names the target and the dropdown of a popover with this id.
    id: `${id}-target`,
    'aria-haspopup': popup,
    'aria-expanded': opened,
    ...(opened ? { 'aria-controls': `${id}-dropdown` } : {}),
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: () => setOpened(!opened),
  } as const
  return { anchored, buttonProps }
}

/** Stands for the button where Mantine wants the target of a popover. */
export function Anchor({
  button,
  ref,
}: Pick<Anchored, 'button'> & { readonly ref?: Ref<HTMLButtonElement | null> }) {
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => button.current)
  return null
}
